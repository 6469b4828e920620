import type { Form } from '../form/form.ts';
import { GoValueError, parseBool, parseDecimal, parseInteger } from '../form/go-values.ts';

/** A text field of Gotenberg, and the option of the service that it becomes. */
export interface FieldRow {
  name: string;
  about: string;
  example: string;
  /**
   * The value of the option as text; undefined to leave the option out.
   *
   * @throws GoValueError
   */
  parse: (text: string) => string | undefined;
  /** The option. Absent for a field that the route reads itself, or that has no effect. */
  option?: string;
  /** The value of the option if the form lacks the field. Absent where the defaults are the same. */
  byDefault?: string;
}

type Parse = FieldRow['parse'];

/** A row of a table. */
export const row = (
  name: string,
  parse: Parse,
  about: string,
  example: string,
  more: Pick<FieldRow, 'option' | 'byDefault'> = {},
): FieldRow => ({ name, parse, about, example, ...more });

/** A row of a field that has the name of its option. */
export const option = (
  name: string,
  parse: Parse,
  about: string,
  example: string,
  byDefault?: string,
): FieldRow =>
  row(name, parse, about, example, byDefault === undefined ? { option: name } : { option: name, byDefault });

/** Reads the fields of a table, by the names of their options. Wrong values are faults of the form. */
export function optionTextsOf(rows: readonly FieldRow[], form: Form): Record<string, string> {
  const options: Record<string, string> = {};
  for (const { name, option, parse, byDefault } of rows) {
    const value = form.read(name, parse) ?? byDefault;
    if (option !== undefined && value !== undefined) options[option] = value;
  }
  return options;
}

export const bool: Parse = (text) => String(parseBool(text));
export const decimal: Parse = (text) => String(parseDecimal(text));
export const text: Parse = (value) => value;

/** A whole number with bounds. */
export const integer =
  (least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY): Parse =>
  (value) => {
    const number = parseInteger(value);
    if (number < least)
      throw new GoValueError(least === 0 ? 'value is negative' : `value is inferior to ${least}`);
    if (number > most) throw new GoValueError(`value is superior to ${most}`);
    return String(number);
  };

/** A whole number that stands for one of `values`, from 0. */
export const numbered =
  (values: readonly (string | undefined)[]): Parse =>
  (value) => {
    const number = parseInteger(value);
    if (number in values) return values[number];
    const last = values.length - 1;
    const names = [...values.keys()].slice(0, -1).join(', ');
    throw new GoValueError(`value is not ${names} or ${last}`);
  };

const unitsPerInch: Readonly<Record<string, number>> = { pt: 72, px: 96, in: 1, mm: 25.4, cm: 2.54, pc: 6 };

/** A length with or without a unit, in inches. */
export const inches: Parse = (value) => {
  const unit = value.slice(-2);
  const perInch = unitsPerInch[unit];
  const number = parseDecimal(perInch === undefined ? value : value.slice(0, -2));
  // More digits than the service reads have no meaning.
  return String(Number((number / (perInch ?? 1)).toFixed(6)));
};
