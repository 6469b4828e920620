import { GoValueError } from './go-values.ts';

/**
 * Parses JSON.
 *
 * @throws GoValueError with the message of Go's parser
 */
export function parseGoJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GoValueError(syntaxFault(text));
  }
}

/** The type of a member of a struct of Go. */
type GoType = 'string' | 'bool' | 'int' | 'any';

type GoValues<Members extends Record<string, GoType>> = {
  [Name in keyof Members]?: { string: string; bool: boolean; int: number; any: unknown }[Members[Name]];
};

const typesOf: Readonly<Record<GoType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  bool: (value) => typeof value === 'boolean',
  int: (value) => Number.isSafeInteger(value),
  any: () => true,
};

const jsonType = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;

/**
 * Reads an object as a struct of Go: names of members are in any case, unknown members and null are ignored.
 *
 * @param name of the struct, for errors
 * @throws GoValueError for a member of another type
 */
export function goStruct<const Members extends Record<string, GoType>>(
  name: string,
  value: object,
  members: Members,
): GoValues<Members> {
  const types = new Map(Object.entries(members).map(([key, type]) => [key.toLowerCase(), { key, type }]));
  const entries = Object.entries(value).flatMap(([given, member]: [string, unknown]) => {
    const known = types.get(given.toLowerCase());
    if (!known || member === null) return [];
    const { key, type } = known;
    if (typesOf[type](member)) return [[key, member] as const];
    throw new GoValueError(
      `json: cannot unmarshal ${jsonType(member)} into Go struct field ${name}.${key} of type ${type}`,
    );
  });
  return Object.fromEntries(entries) as GoValues<Members>;
}

const literals: Readonly<Record<string, string>> = { t: 'true', f: 'false', n: 'null' };
const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

const quoted = (character: string): string =>
  character === "'" ? `'\\''` : character === '"' ? `'"'` : `'${character}'`;

/** Where a text with nested values stops being JSON. */
function syntaxFault(text: string): string {
  const open: string[] = [];
  let expected: 'value' | 'first' | 'key' | 'firstKey' | 'colon' | 'separator' = 'value';
  let at = 0;
  const unexpected = (where: string): string => `invalid character ${quoted(text[at] ?? '')} ${where}`;
  for (; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (' \t\r\n'.includes(character)) continue;
    const inside = open.at(-1);
    if (expected === 'colon') {
      if (character !== ':') return unexpected('after object key');
      expected = 'value';
    } else if (expected === 'separator') {
      if (inside === undefined) return unexpected('after top-level value');
      if (character === closers[inside]) open.pop();
      else if (character === ',') expected = inside === '{' ? 'key' : 'value';
      else return unexpected(inside === '{' ? 'after object key:value pair' : 'after array element');
    } else if (expected === 'key' || expected === 'firstKey') {
      if (character === '}' && expected === 'firstKey') {
        open.pop();
        expected = 'separator';
        continue;
      }
      if (character !== '"') return unexpected('looking for beginning of object key string');
      const end = stringEnd(text, at);
      if (typeof end === 'string') return end;
      at = end;
      expected = 'colon';
    } else if (character === ']' && expected === 'first') {
      open.pop();
      expected = 'separator';
    } else if (character === '{' || character === '[') {
      open.push(character);
      expected = character === '{' ? 'firstKey' : 'first';
    } else {
      const end = scalarEnd(text, at);
      if (typeof end === 'string') return end;
      at = end;
      expected = 'separator';
    }
  }
  return 'unexpected end of JSON input';
}

/** The index of the last character of a literal, number or string, or what is wrong with it. */
function scalarEnd(text: string, start: number): number | string {
  const first = text[start] ?? '';
  if (first === '"') return stringEnd(text, start);
  const literal = literals[first];
  if (literal !== undefined) {
    for (let index = 1; index < literal.length; index += 1) {
      const found = text[start + index];
      const wanted = literal[index] ?? '';
      if (found === undefined) return 'unexpected end of JSON input';
      if (found !== wanted)
        return `invalid character ${quoted(found)} in literal ${literal} (expecting ${quoted(wanted)})`;
    }
    return start + literal.length - 1;
  }
  if (!/[-\d]/.test(first)) return `invalid character ${quoted(first)} looking for beginning of value`;
  let end = start;
  while (/[-+.eE\d]/.test(text[end + 1] ?? '')) end += 1;
  return Number.isNaN(Number(text.slice(start, end + 1))) ? 'invalid character in numeric literal' : end;
}

function stringEnd(text: string, start: number): number | string {
  for (let index = start + 1; index < text.length; index += 1) {
    const character = text[index] ?? '';
    if (character === '"') return index;
    if (character === '\\') index += 1;
    else if (character < ' ')
      return `invalid character ${JSON.stringify(character).replaceAll('"', "'")} in string literal`;
  }
  return 'unexpected end of JSON input';
}
