import * as z from 'zod';

const unitsPerInch = { in: 1, cm: 2.54, mm: 25.4, px: 96, pt: 72 } as const;

/** The format of a length, for messages. */
export const lengthHint = `a number with a unit (${Object.keys(unitsPerInch).join(', ')}), or in inches`;

/** The pattern of a length for the description. Units can also be in upper case. */
export const lengthPattern = String.raw`^\s*([0-9]{1,6}(?:\.[0-9]{1,6})?|\.[0-9]{1,6})\s*(?:(${Object.keys(unitsPerInch).join('|')})\s*)?$`;

/** The longest text of a length, in characters. */
export const maxLengthText = 64;

const lengthForm = new RegExp(lengthPattern, 'i');

/** Returns the inches of `210mm`, `8.5in`, `8.5`; undefined if the text is not a length of 0 or more. */
export function inchesOf(text: string): number | undefined {
  if (text.length > maxLengthText) return undefined;
  const [, number, unit = 'in'] = lengthForm.exec(text) ?? [];
  if (number === undefined) return undefined;
  return Number(number) / unitsPerInch[unit.toLowerCase() as keyof typeof unitsPerInch];
}

/** The size of a sheet of paper in portrait format, in inches. */
export const paper = z.object({ width: z.number(), height: z.number() });
export type Paper = z.output<typeof paper>;

const millimetres = (width: number, height: number): Paper => ({
  width: width / 25.4,
  height: height / 25.4,
});
const inches = (width: number, height: number): Paper => ({ width, height });

/** Portrait sizes, named as in ISO 216 and ANSI/ASME Y14.1, and the sizes that North American printers add. */
export const paperSizes = {
  A0: millimetres(841, 1189),
  A1: millimetres(594, 841),
  A2: millimetres(420, 594),
  A3: millimetres(297, 420),
  A4: millimetres(210, 297),
  A5: millimetres(148, 210),
  A6: millimetres(105, 148),
  B4: millimetres(250, 353),
  B5: millimetres(176, 250),
  Letter: inches(8.5, 11),
  Legal: inches(8.5, 14),
  Tabloid: inches(11, 17),
  Ledger: inches(17, 11),
} as const;

export type PaperName = keyof typeof paperSizes;

export const paperNames = Object.keys(paperSizes) as readonly PaperName[];

/** Returns the name of a paper as in `paperSizes`, from a name in any case of letters; undefined if there is none. */
export function paperName(name: string): PaperName | undefined {
  const wanted = name.trim().toLowerCase();
  return paperNames.find((known) => known.toLowerCase() === wanted);
}

/** Returns the paper with that name in any case of letters; undefined if there is none. */
export function paperSize(name: string): Paper | undefined {
  const known = paperName(name);
  return known && paperSizes[known];
}
