import { parseGoJson } from '../form/go-json.ts';
import { GoValueError } from '../form/go-values.ts';

/**
 * Parses the JSON of a field.
 *
 * @throws GoValueError that names the field
 */
function jsonOf(field: string, text: string): unknown {
  try {
    return parseGoJson(text);
  } catch (error) {
    if (error instanceof GoValueError) throw new GoValueError(`unmarshal ${field}: ${error.message}`);
    throw error;
  }
}

const unmarshalError = (field: string, type: string) =>
  new GoValueError(`unmarshal ${field}: json: cannot unmarshal value into Go value of type ${type}`);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** @throws GoValueError */
export function stringMap(field: string, text: string): Record<string, string> {
  const value = jsonOf(field, text);
  if (!isObject(value) || Object.values(value).some((each) => typeof each !== 'string')) {
    throw unmarshalError(field, 'map[string]string');
  }
  return value as Record<string, string>;
}

/** @throws GoValueError */
export function numberList(field: string, text: string): number[] {
  const value = jsonOf(field, text);
  if (Array.isArray(value) && value.every((each) => Number.isInteger(each))) return value as number[];
  throw unmarshalError(field, '[]int64');
}

/** @throws GoValueError */
export function stringList(field: string, text: string): string[] {
  const value = jsonOf(field, text);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  throw unmarshalError(field, '[]string');
}

const cookieMembers = ['name', 'value', 'domain', 'path', 'secure', 'httpOnly', 'sameSite'];
const sameSites = ['Lax', 'Strict', 'None'];

/** The cookies of a form, as the service writes them. */
export function cookiesOf(text: string): string {
  const value = jsonOf('cookies', text);
  if (!Array.isArray(value) || !value.every(isObject)) throw unmarshalError('cookies', '[]chromium.Cookie');
  const incomplete = value.flatMap((cookie, index) =>
    ['name', 'value', 'domain'].some(
      (member) => typeof cookie[member] !== 'string' || cookie[member].trim() === '',
    )
      ? [`cookie ${index} must have its name, value and domain set`]
      : [],
  );
  if (incomplete.length > 0) throw new GoValueError(incomplete.join('\n'));
  return JSON.stringify(
    value.map((cookie) =>
      Object.fromEntries(
        cookieMembers
          .filter((member) => cookie[member] !== undefined)
          .map((member) => [member, cookieMember(member, cookie[member])]),
      ),
    ),
  );
}

/** Cookies have no port (RFC 6265, 8.5). */
const cookieMember = (member: string, value: unknown): unknown =>
  member === 'sameSite'
    ? sameSiteOf(value)
    : member === 'domain'
      ? String(value).replace(/:\d{1,5}$/, '')
      : value;

const sameSiteOf = (value: unknown): unknown =>
  sameSites.find((known) => known.toLowerCase() === String(value).toLowerCase()) ?? value;

export const mediaFeaturesOf = (text: string): string =>
  JSON.stringify(
    Object.entries(stringMap('emulatedMediaFeatures', text)).map(([name, value]) => ({ name, value })),
  );
