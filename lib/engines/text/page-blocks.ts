import type { Block, Cell, Row, TableBlock } from './block.ts';
import { blocksByPosition, linesByPosition } from './blocks-by-position.ts';
import { type PageContent, unionOf } from './glyph.ts';
import type { Glyphs } from './glyphs.ts';
import type { Line } from './lines.ts';
import { LinkIndex } from './link-index.ts';
import type { TaggedBlock, TaggedPage } from './structure.ts';

/** The share of a page's glyphs that must be tagged for the tags to give the order. */
const taggedShare = 0.5;

/** Whether the tags of a page give the order of its text. */
export function followsTags(glyphs: Glyphs, tags: TaggedPage | undefined): tags is TaggedPage {
  if (!tags) return false;
  let tagged = 0;
  for (let index = 0; index < glyphs.length; index += 1)
    if (tags.has(glyphs.run(index).contentId)) tagged += 1;
  return tagged >= taggedShare * glyphs.length;
}

/** Returns the blocks of a page in reading order: that of its tags, or else by the position of the text. */
export function blocksOf(
  { glyphs, links, rules, height }: PageContent,
  tags: TaggedPage | undefined,
): Block[] {
  const linkIndex = new LinkIndex(links, height);
  if (!followsTags(glyphs, tags)) return blocksByPosition(glyphs, glyphs.indices(), linkIndex, rules);
  const tagged = new Map<TaggedBlock, number[]>();
  // The order of the structure.
  for (const block of tags.values()) tagged.set(block, []);
  const untagged: number[] = [];
  for (let index = 0; index < glyphs.length; index += 1) {
    const block = tags.get(glyphs.run(index).contentId);
    (block ? tagged.get(block) : untagged)?.push(index);
  }
  const linesOf = (ofBlock: readonly number[]): Line[] => linesByPosition(glyphs, ofBlock, linkIndex);
  return withUntagged(taggedBlocks(tagged, linesOf), blocksByPosition(glyphs, untagged, linkIndex));
}

/** The rows of a table with their cells, in their order. */
type OpenTable = Map<object, OpenRow>;

interface OpenRow {
  header: boolean;
  cells: Cell[];
}

function taggedBlocks(
  tagged: ReadonlyMap<TaggedBlock, readonly number[]>,
  linesOf: (indices: readonly number[]) => Line[],
): Block[] {
  const parts: (Block | OpenTable)[] = [];
  const tables = new Map<object, OpenTable>();
  for (const [{ kind, level, cell, isCode }, glyphs] of tagged) {
    const lines = linesOf(glyphs);
    if (cell) {
      let rows = tables.get(cell.table);
      if (!rows) {
        tables.set(cell.table, (rows = new Map<object, OpenRow>()));
        parts.push(rows);
      }
      let row = rows.get(cell.row);
      if (!row) rows.set(cell.row, (row = { header: true, cells: [] }));
      row.header &&= cell.header;
      row.cells.push({ lines, span: cell.span });
    } else if (lines.length > 0 && kind !== 'cell') {
      const type = kind === 'paragraph' && isCode ? 'code' : kind;
      parts.push({ type, level, lines, box: unionOf(lines.map(({ box }) => box)) });
    }
  }
  return parts.flatMap((part) => (part instanceof Map ? tableOf([...part.values()]) : [part]));
}

/** The table of these rows, if it has any text. */
function tableOf(rows: readonly Row[]): TableBlock[] {
  const lines = rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.lines));
  return lines.length === 0 ? [] : [{ type: 'table', rows, box: unionOf(lines.map(({ box }) => box)) }];
}

/** Adds text that the structure leaves out, such as page headers: above all tagged text it comes first, else last. */
function withUntagged(tagged: readonly Block[], untagged: readonly Block[]): Block[] {
  const top = Math.min(...tagged.map(({ box }) => box.top));
  const isAbove = ({ box }: Block): boolean => box.bottom <= top;
  return [...untagged.filter(isAbove), ...tagged, ...untagged.filter((block) => !isAbove(block))];
}
