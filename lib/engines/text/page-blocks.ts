import type { Block, Cell, Row, TableBlock } from './block.ts';
import { blocksByPosition, linesByPosition } from './blocks-by-position.ts';
import { type Glyph, type PageContent, unionOf } from './glyph.ts';
import { LinkIndex } from './link-index.ts';
import type { TaggedBlock, TaggedPage } from './structure.ts';

/** The share of a page's glyphs that must be tagged for the tags to give the order. */
const taggedShare = 0.5;

/** Whether the tags of a page give the order of its text. */
export function followsTags(glyphs: readonly Glyph[], tags: TaggedPage | undefined): tags is TaggedPage {
  if (!tags) return false;
  const tagged = glyphs.filter(({ contentId }) => tags.has(contentId)).length;
  return tagged >= taggedShare * glyphs.length;
}

/** Returns the blocks of a page in reading order: that of its tags, or else by the position of the text. */
export function blocksOf(
  { glyphs, links, rules, height }: PageContent,
  tags: TaggedPage | undefined,
): Block[] {
  const index = new LinkIndex(links, height);
  if (!followsTags(glyphs, tags)) return blocksByPosition(glyphs, index, rules);
  const tagged = new Map<TaggedBlock, Glyph[]>();
  // The order of the structure.
  for (const block of tags.values()) tagged.set(block, []);
  const untagged: Glyph[] = [];
  for (const glyph of glyphs) {
    const block = tags.get(glyph.contentId);
    (block ? tagged.get(block) : untagged)?.push(glyph);
  }
  return withUntagged(taggedBlocks(tagged, index), blocksByPosition(untagged, index));
}

/** The rows of a table with their cells, in their order. */
type OpenTable = Map<object, OpenRow>;

interface OpenRow {
  header: boolean;
  cells: Cell[];
}

function taggedBlocks(tagged: ReadonlyMap<TaggedBlock, readonly Glyph[]>, links: LinkIndex): Block[] {
  const parts: (Block | OpenTable)[] = [];
  const tables = new Map<object, OpenTable>();
  for (const [{ kind, level, cell, isCode }, glyphs] of tagged) {
    const lines = linesByPosition(glyphs, links);
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
