import { Char, CharacterClass, classOf } from './characters.ts';
import { endOfHexString, endOfRegular, endOfString } from './lexer.ts';

/* The tokens of content streams (PDF 32000-1, 7.8.2). */

/** The position after the token at `at`; undefined if it does not close. */
export function endOfToken(bytes: Buffer, at: number, end: number): number | undefined {
  const code = bytes[at] as number;
  if (classOf[code] === CharacterClass.regular) return endOfRegular(bytes, at, end);
  if (code === Char.slash) return endOfRegular(bytes, at + 1, end);
  if (code === Char.parenthesisOpen) {
    const after = endOfString(bytes, at, end);
    return after < 0 ? undefined : after;
  }
  if (code === Char.less && bytes[at + 1] !== Char.less) {
    const after = endOfHexString(bytes, at, end);
    if (after >= 0) return after;
    return ~after < end ? ~after : undefined;
  }
  return at + 1;
}

/** How many bytes after `EI` must look like content. Image data contain the two letters by chance. */
const plausibleBytes = 16;

/**
 * The position after the data of an inline image (PDF 32000-1, 8.9.7), whose length is not stated; undefined if it does
 * not end.
 */
export function endOfInlineImage(bytes: Buffer, at: number): number | undefined {
  for (let found = bytes.indexOf('EI', at); found >= 0; found = bytes.indexOf('EI', found + 1)) {
    const after = found + 2;
    if (!isSpace(bytes[found - 1]) || isRegular(bytes[after])) continue;
    if (bytes.subarray(after, after + plausibleBytes).every(isText)) return after;
  }
  return undefined;
}

const isSpace = (code: number | undefined): boolean =>
  code !== undefined && classOf[code] === CharacterClass.space;

const isRegular = (code: number | undefined): boolean =>
  code !== undefined && classOf[code] === CharacterClass.regular;

const isText = (code: number): boolean =>
  (code >= Char.space && code < 0x7f) || (code !== 0 && isSpace(code));
