import { damagedFont, FontData } from '../font-data.ts';
import { checkNesting, type Composites } from './composites.ts';

/** What the glyph table of a font depends on. */
export interface GlyphCounts {
  glyphs: number;
  /** Whether `loca` has offsets of 4 bytes. */
  hasLongOffsets: boolean;
}

/** Flags of a component of a composite glyph (OpenType 1.9, `glyf`). */
export const componentFlags = {
  wordArguments: 1,
  scale: 8,
  moreComponents: 0x20,
  twoScales: 0x40,
  matrix: 0x80,
  instructions: 0x100,
} as const;

/** Length of a component with these flags, in bytes. */
export function componentLength(flags: number): number {
  const scaling = flags & componentFlags.scale ? 2 : flags & componentFlags.twoScales ? 4 : 0;
  return 4 + (flags & componentFlags.wordArguments ? 4 : 2) + (flags & componentFlags.matrix ? 8 : scaling);
}

/** Length of the bounding box and the number of contours before it. */
const glyphHeaderLength = 10;

/**
 * Checks the outlines of a TrueType font as far as their lengths and the references between them.
 *
 * @throws InputFault `invalid-file-type` when a glyph leads out of the table, or is part of itself
 */
export function checkGlyphs(locaBytes: Buffer, glyfBytes: Buffer, counts: GlyphCounts): void {
  const loca = new FontData(locaBytes, 'loca table');
  const glyf = new FontData(glyfBytes, 'glyf table');
  const offsetOf = (glyph: number): number =>
    counts.hasLongOffsets ? loca.u32(glyph * 4) : loca.u16(glyph * 2) * 2;
  const composites = new Map<number, readonly number[]>();
  let start = offsetOf(0);
  for (let glyph = 0; glyph < counts.glyphs; glyph += 1) {
    const end = offsetOf(glyph + 1);
    if (end < start) throw loca.damage('has offsets out of order');
    if (end > start) {
      const parts = checkGlyph(new FontData(glyf.slice(start, end - start), 'glyf table'), counts.glyphs);
      if (parts) composites.set(glyph, parts);
    }
    start = end;
  }
  checkNesting(composites satisfies Composites);
}

/** Returns the components of a composite glyph; undefined for others. */
function checkGlyph(glyph: FontData, glyphs: number): number[] | undefined {
  const contours = glyph.i16(0);
  if (contours < 0) return readComponents(glyph, glyphs);
  let last = -1;
  for (let contour = 0; contour < contours; contour += 1) {
    const end = glyph.u16(glyphHeaderLength + contour * 2);
    if (end < last) throw damagedFont('a glyph has contours out of order');
    last = end;
  }
  if (contours > 0) {
    const instructions = glyphHeaderLength + contours * 2;
    glyph.require(instructions + 2, glyph.u16(instructions));
  }
  return undefined;
}

function readComponents(glyph: FontData, glyphs: number): number[] {
  const parts: number[] = [];
  let flags: number = componentFlags.moreComponents;
  for (let at = glyphHeaderLength; flags & componentFlags.moreComponents; at += componentLength(flags)) {
    flags = glyph.u16(at);
    glyph.require(at, componentLength(flags));
    const part = glyph.u16(at + 2);
    if (part >= glyphs) throw damagedFont('a composite glyph has a part that does not exist');
    parts.push(part);
  }
  return parts;
}
