import { documentEncoding } from '../../../syntax/text-strings.ts';

/** The characters of the codes of a font; undefined where a code has none. */
export type Encoding = readonly (string | undefined)[];

const codes = Array.from({ length: 256 }, (_, code) => code);

/** Codes 161 to 251 of the standard encoding (PDF 32000-1, annex D.2); a space stands for none. */
const standardUpper =
  "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ –†‡· ¶•‚„”»…‰ ¿ `´ˆ˜¯˘˙¨ ˚¸ ˝˛ˇ—                Æ ª    ŁØŒº     æ   ı  łøœß";

const standard: Encoding = codes.map((code) => {
  if (code === 39) return '’';
  if (code === 96) return '‘';
  if (code >= 32 && code <= 126) return String.fromCodePoint(code);
  const character = standardUpper[code - 161];
  return character === ' ' ? undefined : character;
});

/** Decodes each code on its own. Controls have no glyph. */
const decoded = (label: string): Encoding => {
  const decoder = new TextDecoder(label);
  return codes.map((code) => printable(decoder.decode(Uint8Array.of(code))));
};

const printable = (character: string): string | undefined =>
  /^[^\p{C}\ufffd]$/u.test(character) ? character : undefined;

const ofText: Encoding = Array.from(documentEncoding, printable);

/** The predefined encodings by their names (PDF 32000-1, annex D). Producers name that of text strings too. */
export const encodings: Readonly<Record<string, Encoding>> = {
  StandardEncoding: standard,
  WinAnsiEncoding: decoded('windows-1252'),
  // Macintosh computers have the euro where the encoding has the currency sign.
  MacRomanEncoding: decoded('macintosh').map((character) => (character === '€' ? '¤' : character)),
  PDFDocEncoding: ofText,
};
