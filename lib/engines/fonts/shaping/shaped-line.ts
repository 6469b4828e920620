import type { FontMetrics } from '../sfnt/metrics.ts';
import type { TextFace } from '../text-faces.ts';

/** A line of text as glyphs. Lengths are in ems, and positions from the start of its baseline. */
export interface ShapedLine {
  /** From left to right. */
  parts: readonly (GlyphRun | MissingGlyph)[];
  width: number;
  /** Of the fonts of the line; the descent is positive. */
  ascent: number;
  descent: number;
  /** The area of the outlines, which may be larger than that of the line. */
  ink: Ink;
  /** Visible characters for which no font has a glyph. */
  missing: readonly string[];
}

/** Sides of an area. */
export interface Ink {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

/** Glyphs of one font. */
export interface GlyphRun {
  kind: 'glyphs';
  face: TextFace;
  font: FontFacts;
  isRightToLeft: boolean;
  clusters: readonly GlyphCluster[];
}

/** What a document that embeds a font says about it. */
export interface FontFacts extends FontMetrics {
  postScriptName: string;
  outlines: 'TrueType' | 'PostScript';
  /** The character id of each glyph, of fonts that are keyed by them. */
  characterIds: Uint16Array | undefined;
  glyphCount: number;
  /** A glyph without outline and width, if the font has one. */
  blankGlyph: number | undefined;
}

/** The smallest part of the text whose glyphs belong to no other part. */
export interface GlyphCluster {
  text: string;
  glyphs: readonly Glyph[];
}

export interface Glyph {
  id: number;
  /** The characters that it stands for by itself. Empty if another glyph of the cluster has them. */
  text: string;
  /** The font's own advance. */
  width: number;
  /** How far the next glyph is. */
  advance: number;
  /** Adjustment of the glyph's own position: to the right, and up. */
  dx: number;
  dy: number;
}

/** The place of a character for which no font has a glyph. */
export interface MissingGlyph {
  kind: 'missing';
  advance: number;
}
