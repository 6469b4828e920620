import type { Box } from '../../assembly/pages/page-view.ts';
import type { PDFRef } from '../../objects.ts';

/** A form XObject in the document under construction, with its natural size in points. */
export interface Drawable {
  ref: PDFRef;
  width: number;
  height: number;
  /** What it covers, if that is more than its size: outlines of text can leave the line. */
  ink?: Box | undefined;
}

/** What a drawable covers, for the `BBox` of what shows it. */
export const inkOf = ({ ink, width, height }: Omit<Drawable, 'ref'>): Box => ink ?? [0, 0, width, height];

/** Draws texts in one document. */
export interface TextDrawing {
  /** The width of a line of text, in points. */
  widthOf(text: string, fontSize: number): number;
  /** A form with one line of text. Equal texts share a form. */
  form(text: string, style: { fontSize: number; color: string }): Drawable;
  /**
   * Embeds the fonts of the forms. Call it once, at the end.
   *
   * @returns the characters for which no font has a glyph
   */
  embedFonts(): { missing: string };
}
