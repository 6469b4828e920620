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

/** The size of a text in points, and its colour as `#rrggbb`. */
export interface TextStyle {
  fontSize: number;
  color: string;
}

/** Lengths of a line of text, in ems. The descent is positive. */
export interface TextMeasures {
  width: number;
  ascent: number;
  descent: number;
  /** The height of the capital letters of its first font. */
  capHeight: number;
}

/** Draws texts in one document. */
export interface TextDrawing {
  /** A form with one line of text. Equal texts share a form. */
  form(text: string, style: TextStyle): Drawable;
  /** The measures of a line, without drawing it. */
  measure(text: string): TextMeasures;
  /** The operators that draw a line whose baseline begins at the origin, and the fonts that they name. */
  line(text: string, style: TextStyle): { operators: string; fonts: ReadonlyMap<string, PDFRef> };
  /**
   * Embeds the fonts of the texts. Call it once, at the end.
   *
   * @returns the characters for which no font has a glyph
   */
  embedFonts(): { missing: string };
}
