import type { Box, Glyph } from './glyph.ts';
import { withoutRepeats } from './repeats.ts';

/** A glyph in a frame in which its line runs from left to right: `left` and `right` along the line, `base` across it. */
export interface PlacedGlyph {
  glyph: Glyph;
  left: number;
  right: number;
  /** Position of the baseline, increasing downwards; of vertical text, the middle of the line. */
  base: number;
}

/** The glyphs of a page whose lines have the same direction. */
export interface Frame {
  /** Degrees clockwise. */
  degrees: number;
  glyphs: PlacedGlyph[];
}

const fullTurn = 2 * Math.PI;

/** Divides the glyphs of a page by the direction of their lines. The direction of most glyphs comes first. */
export function framesOf(glyphs: readonly Glyph[]): Frame[] {
  const byDirection = new Map<string, Frame>();
  for (const glyph of withoutRepeats(glyphs)) {
    const degrees = Math.round((((glyph.angle % fullTurn) + fullTurn) % fullTurn) * (360 / fullTurn)) % 360;
    const key = `${degrees} ${glyph.vertical}`;
    let frame = byDirection.get(key);
    if (!frame) byDirection.set(key, (frame = { degrees, glyphs: [] }));
    frame.glyphs.push(placed(glyph, degrees));
  }
  return [...byDirection.values()].sort((a, b) => b.glyphs.length - a.glyphs.length);
}

function placed(glyph: Glyph, degrees: number): PlacedGlyph {
  const { box, x, y, vertical } = glyph;
  if (degrees === 0) return { glyph, left: box.left, right: box.right, base: y };
  const radians = (degrees / 360) * fullTurn;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  if (vertical) return { glyph, left: box.top, right: box.bottom, base: -(box.left + box.right) / 2 };
  const along = x * cos + y * sin;
  const advance = advanceOf(box, Math.abs(cos), Math.abs(sin), glyph.size);
  return { glyph, left: along, right: along + advance, base: y * cos - x * sin };
}

/** The length of a rotated glyph along its line, from the upright box around it. */
function advanceOf({ left, top, right, bottom }: Box, cos: number, sin: number, height: number): number {
  const [across, down] = [right - left, bottom - top];
  return Math.max(0, cos > sin ? (across - height * sin) / cos : (down - height * cos) / sin);
}
