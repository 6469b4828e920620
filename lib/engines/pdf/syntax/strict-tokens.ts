import { Char, CharacterClass, classOf, hexValue, isDigit } from './characters.ts';
import { endOfRegular, isWord } from './lexer.ts';

/**
 * Finds the ends of tokens that all readers parse alike. The limits are the strictest of PDF 32000-1, annex C, and of
 * the parsers and buffers of Acrobat, MuPDF, PDFium, pdf.js, poppler and qpdf. Functions return {@link malformed} for
 * anything else.
 */
export const malformed = -1;

/** Literal bytes of a name: regular characters except `#`. */
const isPlain = Uint8Array.from(classOf, (kind, code) =>
  kind === CharacterClass.regular && code !== Char.hash ? 1 : 0,
);

const isHexOrSpace = Uint8Array.from(classOf, (kind, code) =>
  kind === CharacterClass.space || hexValue(code) >= 0 ? 1 : 0,
);

/** The position after the name whose first character, after the slash, is at `at`. */
export function endOfStrictName(bytes: Uint8Array, at: number, end: number): number {
  let position = at;
  for (;;) {
    while (position < end && isPlain[bytes[position] as number] === 1) position += 1;
    if (position >= end || bytes[position] !== Char.hash) return position;
    const high = hexValue(bytes[position + 1] ?? Char.hash);
    const low = hexValue(bytes[position + 2] ?? Char.hash);
    // C strings end at a null character.
    if (high < 0 || low < 0 || high + low === 0 || position + 3 > end) return malformed;
    position += 3;
  }
}

/** The position after the hexadecimal string at `at`. */
export function endOfStrictHexString(bytes: Uint8Array, at: number, end: number): number {
  let position = at + 1;
  while (position < end && isHexOrSpace[bytes[position] as number] === 1) position += 1;
  return position < end && bytes[position] === Char.greater ? position + 1 : malformed;
}

/** The position after the number or keyword at `at`. */
export function endOfStrictWord(bytes: Uint8Array, at: number, end: number): number {
  const first = bytes[at] as number;
  if (isDigit(first) || first === Char.minus || first === Char.plus || first === Char.dot)
    return endOfNumber(bytes, at, end);
  const position = endOfRegular(bytes, at, end);
  const known = ['true', 'false', 'null'].some((word) => isWord(bytes, at, position, word));
  return known ? position : malformed;
}

/** Integers with more digits, also before the point, can exceed 32 bits. */
const maxIntegerDigits = 9;

/** Further digits add nothing to a real number of double precision. */
const maxFractionDigits = 24;

function endOfNumber(bytes: Uint8Array, at: number, end: number): number {
  const start = bytes[at] === Char.minus || bytes[at] === Char.plus ? at + 1 : at;
  let position = start;
  while (position < end && isDigit(bytes[position])) position += 1;
  const integerDigits = position - start;
  let fractionDigits = 0;
  if (position < end && bytes[position] === Char.dot) {
    const point = position;
    position += 1;
    while (position < end && isDigit(bytes[position])) position += 1;
    fractionDigits = position - point - 1;
  }
  if (position < end && classOf[bytes[position] as number] === CharacterClass.regular) return malformed;
  if (integerDigits > maxIntegerDigits || fractionDigits > maxFractionDigits) return malformed;
  return integerDigits + fractionDigits > 0 ? position : malformed;
}
