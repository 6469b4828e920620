import type { Box, GlyphRun } from './glyph.ts';
import type { Glyphs } from './glyphs.ts';

/** Pairs of runs that are compared, for each run. Pages have a few runs at one height. */
const mostPairs = 200;

interface RunArea {
  run: GlyphRun;
  box: Box;
  overlaps: boolean;
}

/**
 * The runs that may draw a glyph at about the place of a glyph of another run. On most pages there are none.
 *
 * @param indices of the glyphs to look at
 * @param distance between such glyphs at most, in sizes of the font
 */
export function overlappingRuns(
  glyphs: Glyphs,
  indices: readonly number[],
  distance: number,
): ReadonlySet<GlyphRun> {
  const areas = areasOf(glyphs, indices, distance).sort((a, b) => a.box.top - b.box.top);
  let pairs = mostPairs * areas.length;
  for (const [index, area] of areas.entries()) {
    for (let next = index + 1; next < areas.length; next += 1) {
      const other = areas[next] as RunArea;
      if (other.box.top > area.box.bottom) break;
      pairs -= 1;
      if (pairs < 0) return new Set(areas.map(({ run }) => run));
      if (other.box.left > area.box.right || area.box.left > other.box.right) continue;
      area.overlaps = true;
      other.overlaps = true;
    }
  }
  return new Set(areas.filter(({ overlaps }) => overlaps).map(({ run }) => run));
}

/** The areas in which the glyphs of runs are drawn, with a margin. */
function areasOf(glyphs: Glyphs, indices: readonly number[], distance: number): RunArea[] {
  const areas = new Map<GlyphRun, RunArea>();
  let area: RunArea | undefined;
  for (const index of indices) {
    const run = glyphs.run(index);
    if (area?.run !== run) {
      area = areas.get(run) ?? { run, box: emptyBox(), overlaps: false };
      areas.set(run, area);
    }
    const { box } = area;
    const [x, y] = [glyphs.x(index), glyphs.y(index)];
    if (x < box.left) box.left = x;
    if (x > box.right) box.right = x;
    if (y < box.top) box.top = y;
    if (y > box.bottom) box.bottom = y;
  }
  for (const { run, box } of areas.values()) {
    const margin = distance * run.size;
    box.left -= margin;
    box.top -= margin;
    box.right += margin;
    box.bottom += margin;
  }
  return [...areas.values()];
}

const emptyBox = (): Box => ({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity });
