import { prepareOnce } from '../../../base/prepare-once.ts';
import { openJpegCodec } from '../../pictures/jpeg/codec.ts';
import { openWebpEncoder } from '../../pictures/webp/encoder.ts';
import { type OpenOptions, withPdfium } from '../document.ts';
import { openForm } from '../forms.ts';
import { drawPage, type PageDrawing } from './draw-page.ts';
import { encodePage, type PictureEncoding } from './encode-page.ts';

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

/**
 * Draws pages of a PDF, one after the other.
 *
 * @returns the files of the pictures, in the order of `pages`
 * @throws InputFault the faults of `withPdfium`
 */
export const drawPages = (
  content: Uint8Array,
  { pages, background, grayscale }: PagesDrawing,
  options: OpenOptions = {},
): Promise<Uint8Array[]> =>
  withPdfium(content, options, async (document) => {
    const encoders = { jpeg: prepareOnce(openJpegCodec), webp: prepareOnce(openWebpEncoder) };
    const form = openForm(document);
    const pictures: Uint8Array[] = [];
    for (const { encoding, ...page } of pages) {
      const drawing = { ...page, background, grayscale };
      pictures.push(await encodePage(drawPage(document, form, drawing), drawing, encoding, encoders));
    }
    return pictures;
  });
