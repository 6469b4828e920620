import { isMediaFeature } from '../../api/fields/html/media-features-field.ts';
import { goStruct, parseGoJson } from '../form/go-json.ts';
import { GoValueError } from '../form/go-values.ts';

/**
 * Parses the JSON of a field.
 *
 * @throws GoValueError that names the field
 */
const jsonOf = (field: string, text: string): unknown => inField(field, () => parseGoJson(text));

/** @throws GoValueError that names the field */
function inField<Value>(field: string, read: () => Value): Value {
  try {
    return read();
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
  const value = jsonOf(field, text) ?? {};
  if (!isObject(value)) throw unmarshalError(field, 'map[string]string');
  const entries = Object.entries(value).map(([name, each]) => [name, each ?? '']);
  if (entries.some(([, each]) => typeof each !== 'string')) throw unmarshalError(field, 'map[string]string');
  return Object.fromEntries(entries) as Record<string, string>;
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

const cookieMembers = {
  name: 'string',
  value: 'string',
  domain: 'string',
  path: 'string',
  secure: 'bool',
  httpOnly: 'bool',
  sameSite: 'string',
} as const;

const sameSites = ['Lax', 'Strict', 'None'];

/** The cookies of a form, as the service writes them. */
export function cookiesOf(text: string): string {
  const value = jsonOf('cookies', text) ?? [];
  if (!Array.isArray(value)) throw unmarshalError('cookies', '[]chromium.Cookie');
  const cookies = value.map((each: unknown) => cookieOf(each ?? {}));
  const incomplete = cookies.flatMap((cookie, index) =>
    [cookie.name, cookie.value, cookie.domain].some((member = '') => member.trim() === '')
      ? [`cookie ${index} must have its name, value and domain set`]
      : [],
  );
  if (incomplete.length > 0) throw new GoValueError(incomplete.join('\n'));
  return JSON.stringify(cookies);
}

function cookieOf(value: unknown) {
  if (!isObject(value)) throw unmarshalError('cookies', 'chromium.Cookie');
  const {
    path = '',
    sameSite = '',
    domain = '',
    ...cookie
  } = inField('cookies', () => goStruct('Cookie', value, cookieMembers));
  return {
    ...cookie,
    // Cookies have no port (RFC 6265, 8.5).
    domain: domain.replace(/:\d{1,5}$/, ''),
    ...(path === '' ? {} : { path }),
    ...(sameSite === '' ? {} : { sameSite: sameSiteOf(sameSite) }),
  };
}

function sameSiteOf(text: string): string {
  const found = sameSites.find((known) => known.toLowerCase() === text.toLowerCase());
  if (found !== undefined) return found;
  throw new GoValueError(`unmarshal cookies: unknown CookieSameSite value: ${text}`);
}

/** Features and values that Chromium does not emulate are ignored. */
export const mediaFeaturesOf = (text: string): string =>
  JSON.stringify(
    Object.entries(stringMap('emulatedMediaFeatures', text))
      .map(([name, value]) => ({ name, value }))
      .filter(isMediaFeature),
  );
