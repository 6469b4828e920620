import { damagedFont } from '../font-data.ts';

/** The components of each composite glyph. */
export type Composites = ReadonlyMap<number, readonly number[]>;

/** Limits of one glyph. Real fonts nest composites two or three deep, into some ten outlines. */
const limits = { depth: 8, outlines: 10_000 } as const;

interface Extent {
  depth: number;
  /** Outlines after all components are resolved. */
  outlines: number;
}

const outline: Extent = { depth: 0, outlines: 1 };

/**
 * Rejects glyphs that contain themselves, or that a few bytes make expensive: a glyph with two copies of a glyph with two
 * copies, and so on.
 *
 * @throws InputFault `invalid-file-type`
 */
export function checkNesting(composites: Composites): void {
  const extents = new Map<number, Extent>();
  const extentOf = (glyph: number, depth: number): Extent => {
    const parts = composites.get(glyph);
    if (!parts) return outline;
    const known = extents.get(glyph);
    if (known) return known;
    // Ends cycles too.
    if (depth > limits.depth) throw damagedFont('its composite glyphs are nested too deeply');
    const extent = { depth: 0, outlines: 0 };
    for (const part of parts) {
      const inner = extentOf(part, depth + 1);
      extent.depth = Math.max(extent.depth, inner.depth + 1);
      extent.outlines += inner.outlines;
    }
    if (extent.depth > limits.depth || extent.outlines > limits.outlines) {
      throw damagedFont('its composite glyphs are nested too deeply');
    }
    extents.set(glyph, extent);
    return extent;
  };
  for (const glyph of composites.keys()) extentOf(glyph, 1);
}
