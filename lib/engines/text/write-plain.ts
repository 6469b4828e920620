import type { Block, Cell } from './block.ts';
import { codeText } from './code.ts';
import { isDivided, joinLines } from './hyphens.ts';
import type { DocumentText } from './read-text.ts';

/** What separates pages. */
const pageEnd = '\f';

/** The text of a document: blocks are separated by an empty line, pages by a form feed, cells of a table by a tab. */
export const plainText = ({ pages }: DocumentText): string =>
  pages.map(({ blocks }) => blocks.map(blockText).join('\n')).join(pageEnd);

function blockText(block: Block): string {
  if (block.type === 'table') {
    return `${block.rows.map(({ cells }) => cells.map(cellText).join('\t')).join('\n')}\n`;
  }
  if (block.type === 'code') return codeText(block.lines);
  return linesText(block.lines.map(({ text }) => text));
}

export const cellText = ({ lines }: Cell): string =>
  joinLines(lines.map(({ text }) => text)).replaceAll('\t', ' ');

/** Lines, with the rest of a divided word in the line where it begins. */
function linesText(lines: readonly string[]): string {
  let text = '';
  let start = 0;
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const shown = line.slice(start);
    start = 0;
    if (next === undefined || !isDivided(line, next)) {
      text += `${shown}\n`;
      continue;
    }
    // The rest of the word ends with the first white space of the next line.
    const end = next.search(/\s/);
    const rest = end < 0 ? next : next.slice(0, end);
    if (end < 0) {
      text += shown.slice(0, -1);
    } else {
      text += `${shown.slice(0, -1)}${rest}\n`;
      start = end + 1;
    }
  }
  return text;
}
