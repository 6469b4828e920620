import type { Block, TableBlock } from './block.ts';
import { emptyFrame, type Frame, framesOf } from './frames.ts';
import type { Rule } from './glyph.ts';
import type { Glyphs } from './glyphs.ts';
import { type Line, linesOf } from './lines.ts';
import type { LinkIndex } from './link-index.ts';
import { paragraphsOf } from './paragraphs.ts';
import { readingRegions } from './regions.ts';
import { takeRuledTables } from './ruled-tables.ts';
import { type Segment, segmentsOf } from './segments.ts';
import { wordsOf } from './words.ts';

/**
 * Returns the blocks of glyphs in reading order, by their position.
 *
 * @param indices of these glyphs
 */
export function blocksByPosition(
  glyphs: Glyphs,
  indices: readonly number[],
  links: LinkIndex,
  rules: readonly Rule[] = [],
): Block[] {
  const linesOfCell = (ofCell: readonly number[]): Line[] => linesByPosition(glyphs, ofCell, links);
  const { tables, rest } = takeRuledTables(glyphs, indices, rules, linesOfCell);
  const frames = framesOf(glyphs, rest);
  // Tables stand among the text that is horizontal.
  if (tables.length > 0 && !frames.some(isUpright)) frames.unshift(emptyFrame(glyphs));
  return frames.flatMap((frame) => blocksOfFrame(frame, isUpright(frame) ? tables : [], links));
}

/** Returns the lines of glyphs in reading order, by their position. */
export const linesByPosition = (glyphs: Glyphs, indices: readonly number[], links: LinkIndex): Line[] =>
  framesOf(glyphs, indices).flatMap((frame) =>
    readingRegions(segmentsOf(wordsOf(frame))).flatMap((region) => linesOf(region, links)),
  );

const isUpright = ({ degrees }: Frame): boolean => degrees === 0;

function blocksOfFrame(frame: Frame, tables: readonly TableBlock[], links: LinkIndex): Block[] {
  const segments = [...segmentsOf(wordsOf(frame)), ...tables.map(segmentOf)];
  return readingRegions(segments).flatMap((region) => blocksOfRegion(region, links));
}

function segmentOf(table: TableBlock): Segment {
  const { left, top, right, bottom } = table.box;
  const [base, size] = [(top + bottom) / 2, bottom - top];
  return { words: [], table, left, top, right, bottom, base, size, order: 0 };
}

/** The tables of a region, with the paragraphs above, between and below them. */
function blocksOfRegion(region: readonly Segment[], links: LinkIndex): Block[] {
  const blocks: Block[] = [];
  let rest = region.filter(({ table }) => !table);
  for (const { table, base } of [...region].sort((a, b) => a.base - b.base)) {
    if (!table) continue;
    const above = rest.filter((segment) => segment.base < base);
    rest = rest.filter((segment) => segment.base >= base);
    blocks.push(...paragraphsOf(linesOf(above, links)), table);
  }
  return [...blocks, ...paragraphsOf(linesOf(rest, links))];
}
