/** Units of the fonts of PDFs in an em. */
export const unitsPerEm = 1000;

/** A font program that can be changed. Widths are in thousandths of an em. */
export interface FontProgram {
  readonly glyphCount: number;
  width(glyph: number): number;
  setWidth(glyph: number, width: number): void;
  /** Adds a glyph with the outline of another. Returns its id, or undefined if the font is full. */
  addCopy(glyph: number): number | undefined;
  write(): Buffer;
}

/** The largest difference between the width in a program and that in the dictionary (ISO 19005-2, 6.2.11.5). */
export const widthTolerance = 1;
