import type { Entries } from '../../../assembly/object-builders.ts';

/** A line of a text, and where its baseline begins in the space of its widget. Points. */
export interface PlacedLine {
  text: string;
  x: number;
  y: number;
}

/** A colour as operators of a content stream, and as `#rrggbb`. */
export interface Colour {
  operators: string;
  hex: string;
}

/** The size of a text in points, and its colour. */
export interface FieldTextStyle {
  size: number;
  colour: Colour;
}

/** A font for the text of a widget. Lengths are in ems. */
export interface FieldFont {
  ascent: number;
  /** Positive. */
  descent: number;
  /** The height of capital letters. */
  capHeight: number;
  /** Whether a glyph would be missing for any of the characters. */
  lacks(text: string): boolean;
  width(text: string): number;
  /** The operators that show lines (PDF 32000-1, 9.4), with a graphics state of their own if they change it. */
  show(lines: readonly PlacedLine[], style: FieldTextStyle): string;
  /** The resources that these operators name, of all lines shown so far. */
  resources(): Entries;
}
