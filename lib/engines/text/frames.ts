import type { GlyphRun } from './glyph.ts';
import type { Glyphs } from './glyphs.ts';
import { withoutRepeats } from './repeats.ts';

/** The glyphs of a page whose lines have the same direction, turned so that their lines run from left to right. */
export interface Frame {
  /** Degrees clockwise. */
  degrees: number;
  glyphs: Glyphs;
  /** Indices of its glyphs, in the order of the content. */
  indices: readonly number[];
  /**
   * Positions of these glyphs: of their ends along the line, and of their baseline across it, increasing downwards. Of
   * vertical text, the middle of the line is the baseline.
   */
  lefts: Float64Array;
  rights: Float64Array;
  bases: Float64Array;
}

const fullTurn = 2 * Math.PI;

/** Divides glyphs of a page by the direction of their lines. The direction of most glyphs comes first. */
export function framesOf(glyphs: Glyphs, indices: readonly number[]): Frame[] {
  const byDirection = new Map<string, OpenFrame>();
  let run: GlyphRun | undefined;
  let frame: OpenFrame | undefined;
  for (const index of withoutRepeats(glyphs, indices)) {
    const ofGlyph = glyphs.run(index);
    if (!frame || ofGlyph !== run) frame = frameOf(ofGlyph, byDirection);
    run = ofGlyph;
    frame.indices.push(index);
  }
  return [...byDirection.values()]
    .sort((a, b) => b.indices.length - a.indices.length)
    .map((open) => placed(glyphs, open));
}

/** A frame without text. */
export const emptyFrame = (glyphs: Glyphs): Frame =>
  placed(glyphs, { degrees: 0, vertical: false, indices: [] });

interface OpenFrame {
  degrees: number;
  vertical: boolean;
  indices: number[];
}

function frameOf({ angle, vertical }: GlyphRun, byDirection: Map<string, OpenFrame>): OpenFrame {
  const degrees = Math.round((((angle % fullTurn) + fullTurn) % fullTurn) * (360 / fullTurn)) % 360;
  const key = `${degrees} ${vertical}`;
  let frame = byDirection.get(key);
  if (!frame) byDirection.set(key, (frame = { degrees, vertical, indices: [] }));
  return frame;
}

function placed(glyphs: Glyphs, { degrees, vertical, indices }: OpenFrame): Frame {
  const count = indices.length;
  const [lefts, rights, bases] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  const radians = (degrees / 360) * fullTurn;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  for (let at = 0; at < count; at += 1) {
    const index = indices[at] as number;
    if (degrees === 0) {
      lefts[at] = glyphs.left(index);
      rights[at] = glyphs.right(index);
      bases[at] = glyphs.y(index);
    } else if (vertical) {
      lefts[at] = glyphs.top(index);
      rights[at] = glyphs.bottom(index);
      bases[at] = -(glyphs.left(index) + glyphs.right(index)) / 2;
    } else {
      const [x, y] = [glyphs.x(index), glyphs.y(index)];
      const along = x * cos + y * sin;
      lefts[at] = along;
      rights[at] = along + advanceOf(glyphs, index, Math.abs(cos), Math.abs(sin));
      bases[at] = y * cos - x * sin;
    }
  }
  return { degrees, glyphs, indices, lefts, rights, bases };
}

/** The length of a rotated glyph along its line, from the upright box around it. */
function advanceOf(glyphs: Glyphs, index: number, cos: number, sin: number): number {
  const [across, down] = [glyphs.right(index) - glyphs.left(index), glyphs.bottom(index) - glyphs.top(index)];
  const height = glyphs.run(index).size;
  return Math.max(0, cos > sin ? (across - height * sin) / cos : (down - height * cos) / sin);
}
