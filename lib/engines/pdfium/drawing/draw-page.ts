import type { PdfiumDocument } from '../document.ts';
import { OutOfMemory } from '../program.ts';

/** How a page is drawn. */
export interface PageDrawing {
  /** From 0. */
  index: number;
  /** Pixels. The page as displayed, by its crop box and its rotation, fills them. */
  width: number;
  height: number;
  /** `#rrggbb`; undefined for none, where pixels are then transparent. */
  background: string | undefined;
}

/** Rows of a page from top to bottom: red, green, blue and opacity of each pixel. Valid until the next ones. */
export type Rows = Uint8Array;

/** Pixels that are drawn at a time. A page with more is drawn several times, a part of its height each time. */
const pixelsAtATime = 16_000_000;

export const bytesOfPixel = 4;

/** Flags of PDFium: annotations are drawn, and the order of bytes is red, green, blue. */
const flags = { annotations: 0x01, reversedBytes: 0x10 } as const;

const drawn = flags.annotations | flags.reversedBytes;

/**
 * Draws a page with its annotations and form fields.
 *
 * @param page PDFium's handle of the loaded page
 * @param form see `openForm`
 * @throws OutOfMemory
 */
export function* drawPage(
  { program }: PdfiumDocument,
  page: number,
  form: number,
  { width, height, background }: Omit<PageDrawing, 'index'>,
): Generator<Rows> {
  const { calls } = program;
  calls.FORM_OnAfterLoadPage(page, form);
  const most = Math.min(height, Math.max(1, Math.floor(pixelsAtATime / width)));
  const bitmap = calls.FPDFBitmap_Create(width, most, background === undefined ? 1 : 0);
  if (bitmap === 0) throw new OutOfMemory();
  const stride = calls.FPDFBitmap_GetStride(bitmap);
  for (let top = 0; top < height; top += most) {
    const rows = Math.min(most, height - top);
    calls.FPDFBitmap_FillRect(bitmap, 0, 0, width, most, colourOf(background));
    calls.FPDF_RenderPageBitmap(bitmap, page, 0, -top, width, height, 0, drawn);
    calls.FPDF_FFLDraw(form, bitmap, page, 0, -top, width, height, 0, drawn);
    if (program.ranOutOfMemory) throw new OutOfMemory();
    yield program.view(calls.FPDFBitmap_GetBuffer(bitmap), rows * stride);
  }
  calls.FPDFBitmap_Destroy(bitmap);
  calls.FORM_OnBeforeClosePage(page, form);
}

/** Opacity, and the colour with its bytes in the order of the bitmap. */
function colourOf(background: string | undefined): number {
  if (background === undefined) return 0;
  const [, red = '', green = '', blue = ''] = /^#(..)(..)(..)$/.exec(background) ?? [];
  return Number.parseInt(`ff${blue}${green}${red}`, 16);
}

/** The bytes of a row. */
export const rowBytes = (width: number): number => width * bytesOfPixel;
