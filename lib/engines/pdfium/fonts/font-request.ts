/** What PDFium asks for when a font is not embedded. */
export interface FontRequest {
  /** Without spaces, and for fonts like Arial the name of the standard font: `Helvetica-Bold`, `MS-Gothic`. */
  name: string;
  isBold: boolean;
  isItalic: boolean;
  charset: number;
  isMonospaced: boolean;
  hasSerifs: boolean;
}

/** Charsets of Windows, with which PDFium names the script of a font. */
export const charsets = {
  symbol: 2,
  japanese: 128,
  korean: 129,
  simplifiedChinese: 134,
  traditionalChinese: 136,
  greek: 161,
  hebrew: 177,
  arabic: 178,
  cyrillic: 204,
  thai: 222,
} as const;

/** A character of each script that a font for it has. */
const samples: Readonly<Record<number, string>> = {
  [charsets.japanese]: 'あ',
  [charsets.korean]: '가',
  [charsets.simplifiedChinese]: '中',
  [charsets.traditionalChinese]: '中',
  [charsets.greek]: 'Ω',
  [charsets.hebrew]: 'ש',
  [charsets.arabic]: 'ش',
  [charsets.cyrillic]: 'Ж',
  [charsets.thai]: 'ก',
};

/** A character that a face for the charset has; undefined if the charset says nothing. */
export const sampleOf = (charset: number): string | undefined => samples[charset];

/** A name as it is compared: without the tag of a subset, spaces, punctuation and the style. */
export function familyKey(name: string): string {
  let key = name
    .replace(/^[A-Z]{6}\+/, '')
    .toLowerCase()
    .replaceAll(/[\s,_-]/g, '');
  for (;;) {
    const ending = endings.find((one) => key.endsWith(one) && key.length > one.length);
    if (ending === undefined) return sameFamilies.get(key) ?? key;
    key = key.slice(0, -ending.length);
  }
}

const endings = ['bold', 'italic', 'oblique', 'regular', 'roman', 'psmt', 'mt', 'ps'];

/** Fonts with the widths of standard ones, by whose names PDFium asks for them. */
const sameFamilies: ReadonlyMap<string, string> = new Map([
  ['arial', 'helvetica'],
  ['timesnew', 'times'],
  ['couriernew', 'courier'],
]);

const standardFamilies = new Set(['helvetica', 'times', 'courier', 'symbol', 'zapfdingbats']);

/** Whether it is one of the 14 standard fonts or has their widths: what replaces it looks nearly the same. */
export const isStandardFont = (name: string): boolean => standardFamilies.has(familyKey(name));
