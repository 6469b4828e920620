import type { PDFRef } from '../../objects.ts';

/** A form XObject in the document under construction, with its natural size in points. Its box is `[0 0 width height]`. */
export interface Drawable {
  ref: PDFRef;
  width: number;
  height: number;
}

/** Draws texts in one document. */
export interface TextDrawing {
  /** A form with one line of text. Equal texts share a form. */
  form(text: string, style: { fontSize: number; color: string }): Drawable;
  /**
   * Embeds the fonts of the forms. Call it once, at the end.
   *
   * @returns the characters for which no font has a glyph
   */
  embedFonts(): { missing: string };
}
