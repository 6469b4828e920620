/** The character classes of PDF 32000-1, 7.2.2, one byte of a file each. */
export const CharacterClass = { regular: 0, space: 1, delimiter: 2 } as const;

/** The class of each byte. */
export const classOf: Readonly<Uint8Array> = (() => {
  const table = new Uint8Array(256);
  for (const code of [0, 9, 10, 12, 13, 32]) table[code] = CharacterClass.space;
  for (const code of Buffer.from('()<>[]{}/%')) table[code] = CharacterClass.delimiter;
  return table;
})();

/** Bytes with a syntactic meaning. */
export const Char = {
  lineFeed: 10,
  carriageReturn: 13,
  space: 32,
  hash: 35,
  percent: 37,
  parenthesisOpen: 40,
  parenthesisClose: 41,
  plus: 43,
  minus: 45,
  dot: 46,
  slash: 47,
  zero: 48,
  nine: 57,
  less: 60,
  greater: 62,
  R: 82,
  bracketOpen: 91,
  backslash: 92,
  bracketClose: 93,
} as const;

/** Whether `code` is a decimal digit; false past the end of a file. */
export const isDigit = (code: number | undefined): boolean =>
  code !== undefined && code >= Char.zero && code <= Char.nine;

/** The value of a hexadecimal digit, -1 for any other byte. */
export function hexValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
