import { ownEntry } from '../../base/own-entry.ts';
import { parseGoJson } from '../form/go-json.ts';
import { FormError } from '../form/form-error.ts';
import { GoValueError } from '../form/go-values.ts';

/** Names of ExifTool for entries of the document information that are called differently. */
const informationNames: Readonly<Record<string, string>> = {
  CreateDate: 'CreationDate',
  ModifyDate: 'ModDate',
};

const dates = new Set(Object.values(informationNames));

/** `2024:01:15 10:00:00+02:00`, `2024-01-15T10:00:00.123Z`, `2024-01-15`, `D:20240115100000Z`, … */
const datePattern =
  /^(?:D:)?(?<year>\d{4})(?:[:-]?(?<month>\d\d)(?:[:-]?(?<day>\d\d)(?:[ T]?(?<hour>\d\d):?(?<minute>\d\d)(?::?(?<second>\d\d)(?:\.\d{1,9})?)?(?<zone>Z|[+-]\d\d[:']?\d\d'?)?)?)?)?$/;

/** Tags that are about a file of ExifTool, and not about the document. */
const fileTags = new Set(['directory', 'filename', 'filepermissions', 'hardlink', 'symlink', 'testname']);

/**
 * Converts metadata in the names of ExifTool.
 *
 * @throws GoValueError when the text is no JSON object, FormError for a value that PDF metadata cannot have
 */
export function metadataOf(text: string): string {
  const unmarshal = (message: string) => new GoValueError(`unmarshal metadata: ${message}`);
  let value: unknown;
  try {
    value = parseGoJson(text);
  } catch (error) {
    if (error instanceof GoValueError) throw unmarshal(error.message);
    throw error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unmarshal('json: cannot unmarshal value into Go value of type map[string]interface {}');
  }
  const entries = Object.entries(value).flatMap(([key, entry]): [string, string | null][] => {
    const name = key.slice(key.lastIndexOf(':') + 1);
    if (fileTags.has(name.toLowerCase())) return [];
    const option = ownEntry(informationNames, name) ?? name;
    const value = textOf(entry);
    return [[option, value !== null && dates.has(option) ? isoDate(value) : value]];
  });
  return JSON.stringify(Object.fromEntries(entries));
}

/**
 * A date as ExifTool reads it, in the service's form: with a time, in UTC where it has no zone, without fractions of seconds.
 * Other texts stay as they are.
 */
function isoDate(text: string): string {
  const groups = datePattern.exec(text.trim())?.groups;
  if (!groups) return text;
  const {
    year = '',
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    zone = 'Z',
  } = groups;
  const offset = zone.replaceAll(/[:']/g, '').replace(/^(...)(..)$/, '$1:$2');
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`;
}

function textOf(value: unknown): string | null {
  if (value === null) return null;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const items = Array.isArray(value) ? value : [value];
  if (items.every((item) => typeof item === 'string') && !items.some((item) => /\p{Cc}/u.test(item))) {
    return items.join(', ');
  }
  throw new FormError(
    'The requested metadata could not be written; ensure values are valid and free of control characters.',
  );
}
