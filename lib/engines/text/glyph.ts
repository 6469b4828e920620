import type { Glyphs } from './glyphs.ts';

/** A rectangle in points. The origin is the top left corner of the page as displayed; `bottom` is greater than `top`. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The font of a glyph. Glyphs of one font share the object. */
export interface Face {
  /** Without the tag of a subset. */
  name: string;
  bold: boolean;
  italic: boolean;
  monospaced: boolean;
}

/** What the glyphs have in common that one piece of content draws. */
export interface GlyphRun {
  /** Direction of the line, in radians clockwise. A quarter turn for vertical text. */
  angle: number;
  /** Whether the line runs from top to bottom with upright glyphs. */
  vertical: boolean;
  /** Size of the font as displayed, in points. */
  size: number;
  face: Face;
  /** The marked content that the glyphs belong to (PDF 32000-1, 14.6); -1 if there is none. */
  contentId: number;
  /** Whether the page draws nothing for the glyphs, as in the text layer of a scan. */
  hidden: boolean;
}

/** An area that leads to a URL or to a page of the document. */
export interface LinkArea {
  box: Box;
  target: LinkTarget;
}

/** `page` counts from 1. */
export type LinkTarget = { url: string } | { page: number };

/** A thin line or the edge of a rectangle, horizontal or vertical. */
export type Rule = Box;

/** What a page shows. */
export interface PageContent {
  /** Points, as displayed. */
  width: number;
  height: number;
  glyphs: Glyphs;
  links: readonly LinkArea[];
  rules: readonly Rule[];
}

/** The smallest box that contains all boxes. There must be one. */
export function unionOf(boxes: Iterable<Box>): Box {
  const union: Box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { left, top, right, bottom } of boxes) {
    if (left < union.left) union.left = left;
    if (top < union.top) union.top = top;
    if (right > union.right) union.right = right;
    if (bottom > union.bottom) union.bottom = bottom;
  }
  return union;
}

/** What two boxes have in common; undefined if they do not touch. */
export function overlapOf(a: Box, b: Box): Box | undefined {
  const [left, right] = [Math.max(a.left, b.left), Math.min(a.right, b.right)];
  const [top, bottom] = [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)];
  return left <= right && top <= bottom ? { left, top, right, bottom } : undefined;
}
