import { prepareOnce } from '../../../base/prepare-once.ts';
import { openJpegCodec } from '../../pictures/jpeg/codec.ts';
import { openWebpEncoder } from '../../pictures/webp/encoder.ts';
import type { FontWarning } from '../../fonts/font-warnings.ts';
import { loadPage, withPage, withPdfium } from '../document.ts';
import { DocumentFonts } from '../fonts/document-fonts.ts';
import { PageFonts } from '../fonts/page-fonts.ts';
import { openForm } from '../forms.ts';
import { drawPage, type PageDrawing } from './draw-page.ts';
import { type EncodedPage, encodePage, type PictureEncoding } from './encode-page.ts';

/** What is drawn of a document. */
export interface PagesDrawing {
  pages: readonly PictureOfPage[];
  /** `#rrggbb`; undefined for transparency. */
  background: string | undefined;
  grayscale: boolean;
}

export interface PictureOfPage extends Omit<PageDrawing, 'background'> {
  encoding: PictureEncoding;
}

/** A page as it was drawn. */
export interface DrawnPage {
  /** The file of the picture. */
  picture: Uint8Array;
  /** About fonts that the document does not contain. */
  warnings: FontWarning[];
}

/** Pictures with more pixels are compressed before the next page is drawn, because of the memory that they take. */
const pixelsBesideOthers = 4_000_000;

/** PNGs are compressed in other threads. More of them at a time need more processors than a function has. */
const compressedAtATime = 2;

/**
 * Draws pages of a PDF, one after the other. PNGs are compressed while the next pages are drawn.
 *
 * @param fontsConf the fonts layer's `fonts.conf`; undefined if the installation has no fonts
 * @returns the drawn pages, in the order of `pages`
 * @throws InputFault the faults of `withPdfium`
 */
export async function drawPages(
  content: Uint8Array,
  drawing: PagesDrawing,
  fontsConf: string | undefined,
): Promise<DrawnPage[]> {
  const fonts = new DocumentFonts(fontsConf);
  const encoders = { jpeg: prepareOnce(openJpegCodec), webp: prepareOnce(openWebpEncoder) };
  const drawn: (EncodedPage & Pick<DrawnPage, 'warnings'>)[] = [];
  const drawRest = (isLast: boolean): Promise<void> =>
    withPdfium(content, { fonts }, async (document) => {
      const pageFonts = new PageFonts(document.program);
      const form = openForm(document);
      const rest = drawing.pages.slice(drawn.length);
      for (const page of rest) {
        const handle = loadPage(document, page.index);
        const replaced = fonts.areUsed ? pageFonts.read(handle) : [];
        if (!isLast && fonts.canImprove(replaced)) {
          for (const { index } of drawing.pages.slice(drawn.length))
            fonts.plan(withPage(document, index, (other) => pageFonts.read(other)));
          return;
        }
        const settings = { ...drawing, ...page };
        const rows = drawPage(document, handle, form, settings);
        const { picture } = await encodePage(rows, settings, page.encoding, encoders);
        document.program.calls.FPDF_ClosePage(handle);
        drawn.push({ picture, warnings: fonts.warningsOf(replaced) });
        const isLarge = page.width * page.height > pixelsBesideOthers;
        await drawn.at(isLarge ? -1 : -compressedAtATime)?.picture;
      }
    });
  await drawRest(false);
  // PDFium chooses a face before it knows the text. If another has characters that are missing, a new instance gets it.
  if (drawn.length < drawing.pages.length) await drawRest(true);
  return Promise.all(drawn.map(async ({ picture, warnings }) => ({ picture: await picture, warnings })));
}
