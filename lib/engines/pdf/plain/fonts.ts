import type { RandomAccess } from '../../../base/random-access.ts';
import { PlainPdf } from './plain-pdf.ts';

/** A font of a PDF. */
export interface PdfFont {
  /** Its PostScript name, without the prefix of a subset (ISO 32000-1, 9.6.4). */
  name: string;
  /** The characters that its glyphs stand for. */
  text: string;
}

/** The most fonts that are read. LibreOffice makes a new one for every 255 glyphs of a face. */
const mostFonts = 500;

/** The most levels of the page tree above the first page. */
const mostLevels = 20;

/**
 * The fonts of a PDF that LibreOffice wrote: all its pages share the resources of the first. Fonts without a name are
 * left out: those whose glyphs are drawn by content streams, as of emoji.
 */
export async function readPlainFonts(file: RandomAccess): Promise<PdfFont[]> {
  const pdf = await PlainPdf.open(file);
  let page = await pdf.entry(await pdf.catalog(), 'Pages');
  for (let level = 0; level < mostLevels && page.includes('/Kids'); level += 1) {
    page = await pdf.entry(page, 'Kids');
  }
  const resources = await pdf.entry(await pdf.entry(page, 'Resources'), 'Font');
  const numbers = [...resources.matchAll(/\/F\d+\s+(\d+)\s+0\s+R/g)].map(([, number]) => Number(number));
  const fonts: PdfFont[] = [];
  for (const number of numbers.slice(0, mostFonts)) {
    const font = await pdf.object(number);
    const name = /\/BaseFont\s*\/(?:[A-Z]{6}\+)?([^\s/<>[\]()]+)/.exec(font)?.[1];
    if (name === undefined) continue;
    fonts.push({ name, text: charactersOf(pdf.unpacked(await pdf.entry(font, 'ToUnicode'))) });
  }
  return fonts;
}

/** The characters of a ToUnicode CMap (9.10.3), of which LibreOffice writes single mappings only. */
function charactersOf(cmap: Buffer): string {
  const texts = cmap.toString('latin1').matchAll(/^<[0-9A-Fa-f]+>\s*<((?:[0-9A-Fa-f]{4})+)>/gm);
  return [...texts]
    .map(([, hexadecimal = '']) => Buffer.from(hexadecimal, 'hex').swap16().toString('utf16le'))
    .join('')
    .toWellFormed();
}
