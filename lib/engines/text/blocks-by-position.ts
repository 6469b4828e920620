import type { Block, TableBlock } from './block.ts';
import { type Frame, framesOf } from './frames.ts';
import type { Glyph, Rule } from './glyph.ts';
import { type Line, linesOf } from './lines.ts';
import type { LinkIndex } from './link-index.ts';
import { paragraphsOf } from './paragraphs.ts';
import { readingRegions } from './regions.ts';
import { takeRuledTables } from './ruled-tables.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { wordsOf } from './words.ts';

/** Returns the blocks of glyphs in reading order, by their position. */
export function blocksByPosition(glyphs: readonly Glyph[], links: LinkIndex, rules: readonly Rule[] = []): Block[] {
  const { tables, rest } = takeRuledTables(glyphs, rules, (ofCell) => linesByPosition(ofCell, links));
  const frames = framesOf(rest);
  // Tables stand among the text that is horizontal.
  if (tables.length > 0 && !frames.some(isUpright)) frames.unshift({ degrees: 0, glyphs: [] });
  return frames.flatMap((frame) => blocksOfFrame(frame, isUpright(frame) ? tables : [], links));
}

/** Returns the lines of glyphs in reading order, by their position. */
export const linesByPosition = (glyphs: readonly Glyph[], links: LinkIndex): Line[] =>
  framesOf(glyphs).flatMap((frame) =>
    readingRegions(segmentsOf(wordsOf(frame))).flatMap((region) => linesOf(region, links)),
  );

const isUpright = ({ degrees }: Frame): boolean => degrees === 0;

function blocksOfFrame(frame: Frame, tables: readonly TableBlock[], links: LinkIndex): Block[] {
  const places = new Map(tables.map((table) => [placeOf(table), table]));
  const segments = [...segmentsOf(wordsOf(frame)), ...places.keys()];
  return readingRegions(segments).flatMap((region) => blocksOfRegion(region, places, links));
}

/** A table stands where a line of its size would. */
function placeOf({ box: { left, top, right, bottom } }: TableBlock): Segment {
  return { words: [], left, top, right, bottom, base: (top + bottom) / 2, size: bottom - top, order: 0 };
}

/** The tables of a region, with the paragraphs above, between and below them. */
function blocksOfRegion(
  region: readonly Segment[],
  tables: ReadonlyMap<Segment, TableBlock>,
  links: LinkIndex,
): Block[] {
  const blocks: Block[] = [];
  let rest = region.filter((segment) => !tables.has(segment));
  const places = region.filter((segment) => tables.has(segment)).sort((a, b) => a.base - b.base);
  for (const place of places) {
    const above = rest.filter(({ base }) => base < place.base);
    rest = rest.filter(({ base }) => base >= place.base);
    const table = tables.get(place);
    blocks.push(...paragraphsOf(linesOf(above, links)), ...(table ? [table] : []));
  }
  return [...blocks, ...paragraphsOf(linesOf(rest, links))];
}
