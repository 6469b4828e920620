import type { Block, Cell, Row, TableBlock, TextBlock } from './block.ts';
import { type Frame, framesOf } from './frames.ts';
import { type Glyph, type PageContent, unionOf } from './glyph.ts';
import { type Line, linesOf } from './lines.ts';
import { LinkIndex } from './link-index.ts';
import { paragraphsOf } from './paragraphs.ts';
import { readingRegions } from './regions.ts';
import { segmentsOf } from './segments.ts';
import type { TaggedBlock, TaggedPage } from './structure.ts';
import { wordsOf } from './words.ts';

/** The share of a page's glyphs that must be tagged for the tags to give the order. */
const taggedShare = 0.5;

/** Returns the blocks of a page in reading order: that of its tags, or else by the position of the text. */
export function blocksOf({ glyphs, links, height }: PageContent, tags: TaggedPage | undefined): Block[] {
  const index = new LinkIndex(links, height);
  if (!tags) return blocksByPosition(glyphs, index);
  const tagged = new Map<TaggedBlock, Glyph[]>();
  // The order of the structure.
  for (const block of tags.values()) tagged.set(block, []);
  const untagged: Glyph[] = [];
  for (const glyph of glyphs) {
    const block = tags.get(glyph.contentId);
    (block ? tagged.get(block) : untagged)?.push(glyph);
  }
  if (untagged.length > (1 - taggedShare) * glyphs.length) return blocksByPosition(glyphs, index);
  return withUntagged(taggedBlocks(tagged, index), blocksByPosition(untagged, index));
}

const blocksByPosition = (glyphs: readonly Glyph[], links: LinkIndex): TextBlock[] =>
  framesOf(glyphs).flatMap((frame) => regionsOf(frame, links).flatMap(paragraphsOf));

const regionsOf = (frame: Frame, links: LinkIndex): Line[][] =>
  readingRegions(segmentsOf(wordsOf(frame))).map((region) => linesOf(region, links));

const linesByPosition = (glyphs: readonly Glyph[], links: LinkIndex): Line[] =>
  framesOf(glyphs).flatMap((frame) => regionsOf(frame, links).flat());

/** The rows of a table with their cells, in their order. */
type OpenTable = Map<object, OpenRow>;

interface OpenRow {
  header: boolean;
  cells: Cell[];
}

function taggedBlocks(tagged: ReadonlyMap<TaggedBlock, readonly Glyph[]>, links: LinkIndex): Block[] {
  const parts: (Block | OpenTable)[] = [];
  const tables = new Map<object, OpenTable>();
  for (const [{ kind, level, cell }, glyphs] of tagged) {
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
      parts.push({ type: kind, level, lines, box: unionOf(lines.map(({ box }) => box)) });
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
