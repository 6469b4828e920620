import { FontData } from '../font-data.ts';
import type { FontTables } from './tables.ts';

/** Measures of a font. Lengths are in ems; a descent is negative. */
export interface FontMetrics {
  unitsPerEm: number;
  ascent: number;
  descent: number;
  capHeight: number;
  /** Degrees counter-clockwise from the vertical. */
  italicAngle: number;
  /** The area of all glyphs on top of each other: left, bottom, right, top. */
  bounds: readonly [number, number, number, number];
}

/** @throws InputFault `invalid-file-type` when one of the tables is missing or too short */
export function readMetrics(tables: FontTables): FontMetrics {
  const table = (tag: string): FontData => new FontData(tables.get(tag) ?? Buffer.alloc(0), `${tag} table`);
  const [head, hhea, post] = [table('head'), table('hhea'), table('post')];
  const unitsPerEm = head.u16(18);
  if (unitsPerEm === 0) throw head.damage('has no units per em');
  const ems = (data: FontData, at: number): number => data.i16(at) / unitsPerEm;
  const ascent = ems(hhea, 4);
  const windows = table('OS/2');
  return {
    unitsPerEm,
    ascent,
    descent: ems(hhea, 6),
    // In version 2 and later.
    capHeight: windows.length >= 90 && windows.u16(0) >= 2 ? ems(windows, 88) : ascent,
    italicAngle: post.length >= 8 ? post.fixed(4) : 0,
    bounds: [ems(head, 36), ems(head, 38), ems(head, 40), ems(head, 42)],
  };
}
