import { ownEntry } from '../../base/own-entry.ts';
import { shortened } from '../../base/shortened.ts';

/** A text that is not a value of its type. The message is the one of Go's parser, which clients of Gotenberg expect. */
export class GoValueError extends Error {
  override readonly name = 'GoValueError';
}

const maxQuoted = 500;

const syntaxError = (parser: string, text: string): GoValueError =>
  new GoValueError(
    `strconv.${parser}: parsing ${JSON.stringify(shortened(text, maxQuoted))}: invalid syntax`,
  );

const truths = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const falsehoods = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False']);

export const isTrue = (text: string): boolean => truths.has(text);

/** @throws GoValueError */
export function parseBool(text: string): boolean {
  if (isTrue(text)) return true;
  if (falsehoods.has(text)) return false;
  throw syntaxError('ParseBool', text);
}

/** @throws GoValueError */
export function parseInteger(text: string): number {
  if (!/^[+-]?\d{1,15}$/.test(text)) throw syntaxError('Atoi', text);
  return Number(text);
}

/** @throws GoValueError */
export function parseDecimal(text: string): number {
  const value = /^[+-]?(?:\d|\.\d)[\d.eE+-]*$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw syntaxError('ParseFloat', text);
  return value;
}

const unitMilliseconds: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  // The micro sign and the Greek letter.
  '\u00B5s': 1e-3,
  '\u03BCs': 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/**
 * Parses a duration such as `1.5s`, `1m30s` or `-.5s`.
 *
 * @returns milliseconds
 * @throws GoValueError
 */
export function parseDuration(text: string): number {
  const fail = (message: string) =>
    new GoValueError(`time: ${message} ${JSON.stringify(shortened(text, maxQuoted))}`);
  const unsigned = text.replace(/^[+-]/, '');
  if (unsigned === '0') return 0;
  if (!/^[\d.]/.test(unsigned) || text.length > 50) throw fail('invalid duration');
  let milliseconds = 0;
  for (const [, value = '', unit = ''] of unsigned.matchAll(/([\d.]*)([^\d.]*)/g)) {
    if (value === '' && unit === '') continue;
    if (!/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(value)) throw fail('invalid duration');
    if (unit === '') throw fail('missing unit in duration');
    const factor = ownEntry(unitMilliseconds, unit);
    if (factor === undefined) throw fail('invalid duration');
    milliseconds += Number(value) * factor;
  }
  return Math.round(text.startsWith('-') ? -milliseconds : milliseconds);
}
