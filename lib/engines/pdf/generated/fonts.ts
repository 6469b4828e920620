import type { RandomAccess } from '../../../base/random-access.ts';
import { inflate } from '../filters/inflate.ts';
import { OutputLimitError } from '../filters/output-limit.ts';
import { keys } from '../keys.ts';
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRawStream } from '../objects.ts';
import { nameText } from '../syntax/names.ts';
import { GeneratedPdf } from './generated-pdf.ts';

/** A font of a PDF. */
export interface PdfFont {
  /** Its PostScript name, without the prefix of a subset (PDF 32000-1, 9.6.4). */
  name: string;
  /** The characters that its glyphs represent. */
  text: string;
}

/** LibreOffice makes a new font for every 255 glyphs of a face. */
const maxFonts = 500;

/** Levels of the page tree above the first page. */
const maxLevels = 20;

/** The longest ToUnicode CMap, inflated, in bytes. */
const maxCMap = 1024 * 1024;

/**
 * The fonts of a PDF that LibreOffice wrote. All its pages share the resources of the first. Fonts without a name are
 * left out: content streams draw their glyphs, for example emoji.
 *
 * @throws Error for a PDF that another program wrote
 */
export async function readFonts(file: RandomAccess): Promise<PdfFont[]> {
  const pdf = await GeneratedPdf.open(file);
  const page = await firstPage(pdf);
  const resources = await pdf.dict(page?.get(keys.Resources));
  const entries = (await pdf.dict(resources?.get(keys.Font)))?.values() ?? [];
  const fonts: PdfFont[] = [];
  for (const entry of entries.slice(0, maxFonts)) {
    const font = await pdf.dict(entry);
    const name = font?.get(keys.BaseFont);
    if (!(name instanceof PDFName)) continue;
    const cmap = inflated(await pdf.resolve(font?.get(keys.ToUnicode)));
    fonts.push({ name: nameText(name).replace(/^[A-Z]{6}\+/, ''), text: charactersOf(cmap) });
  }
  return fonts;
}

async function firstPage(pdf: GeneratedPdf): Promise<PDFDict | undefined> {
  const catalog = await pdf.dict(pdf.trailer.get(keys.Root));
  let node = await pdf.dict(catalog?.get(keys.Pages));
  for (let level = 0; level < maxLevels; level += 1) {
    const kids = await pdf.resolve(node?.get(keys.Kids));
    if (!(kids instanceof PDFArray) || kids.size() === 0) break;
    node = await pdf.dict(kids.get(0));
  }
  return node;
}

/** The inflated data of a stream; empty if they cannot be read. */
function inflated(stream: PDFObject | undefined): Uint8Array {
  if (!(stream instanceof PDFRawStream)) return new Uint8Array(0);
  try {
    return inflate(stream.contents, maxCMap).bytes;
  } catch (error) {
    if (error instanceof OutputLimitError) return new Uint8Array(0);
    throw error;
  }
}

/** The characters of a ToUnicode CMap (PDF 32000-1, 9.10.3), of which LibreOffice writes single mappings only. */
function charactersOf(cmap: Uint8Array): string {
  const texts = Buffer.from(cmap)
    .toString('latin1')
    .matchAll(/^<[0-9A-Fa-f]+>\s*<((?:[0-9A-Fa-f]{4})+)>/gm);
  return [...texts]
    .map(([, hexadecimal = '']) => Buffer.from(hexadecimal, 'hex').swap16().toString('utf16le'))
    .join('')
    .toWellFormed();
}
