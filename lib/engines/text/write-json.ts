import type { DocumentText as DocumentTextResponse } from '../../api/responses/document-text.ts';
import { type Block, linesIn } from './block.ts';
import type { Box } from './glyph.ts';
import type { Line } from './lines.ts';
import type { DocumentText } from './read-text.ts';
import { cellText } from './write-plain.ts';

type Pages = DocumentTextResponse['pages'];
type JsonBlock = Pages[number]['blocks'][number];
type JsonLine = JsonBlock['lines'][number];

/** The pages of a document with the positions of their text. */
export const jsonPages = ({ pages }: DocumentText): Pages =>
  pages.map(({ number, width, height, blocks }) => ({
    page: number,
    width: rounded(width),
    height: rounded(height),
    blocks: blocks.map(jsonBlock),
  }));

function jsonBlock(block: Block): JsonBlock {
  const lines = linesIn(block).map(jsonLine);
  const box = jsonBox(block.box);
  if (block.type === 'table') {
    const rows = block.rows.map(({ header, cells }) => ({
      header,
      cells: cells.map((cell) => ({ text: cellText(cell), span: cell.span })),
    }));
    return { type: 'table', box, lines, rows };
  }
  return { type: block.type, level: block.level ?? null, box, lines };
}

function jsonLine({ text, box, face, size, hidden, links }: Line): JsonLine {
  return {
    text,
    box: jsonBox(box),
    font: face.name,
    size: rounded(size),
    bold: face.bold,
    italic: face.italic,
    hidden,
    links: links.map(({ start, end, target }) => ({
      text: text.slice(start, end),
      url: 'url' in target ? target.url : null,
      page: 'page' in target ? target.page : null,
    })),
  };
}

const jsonBox = ({ left, top, right, bottom }: Box) => ({
  x: rounded(left),
  y: rounded(top),
  width: rounded(right - left),
  height: rounded(bottom - top),
});

const rounded = (points: number): number => Math.round(points * 100) / 100;
