import type { Block, TableBlock, TextBlock } from './block.ts';
import { codeText } from './code.ts';
import { isDivided, separatorOf } from './hyphens.ts';
import type { Line } from './lines.ts';
import { listMarker } from './list-marker.ts';
import { escaped, escapedStart, fenced, linkTo } from './markdown-escapes.ts';
import type { DocumentText } from './read-text.ts';

const deepestHeading = 6;

/** Spaces by which the items of an inner list are indented. */
const indent = '    ';

/** The text of a document as Markdown (CommonMark, with the tables of GitHub). Paragraphs are one line each. */
export function markdown({ pages }: DocumentText): string {
  const blocks = pages.flatMap((page) => page.blocks);
  let text = '';
  let last: Block | undefined;
  for (const block of blocks) {
    const written = blockMarkdown(block);
    if (written === '') continue;
    const inList = last?.type === 'listItem' && block.type === 'listItem';
    text += `${text === '' ? '' : inList ? '\n' : '\n\n'}${written}`;
    last = block;
  }
  return text === '' ? '' : `${text}\n`;
}

function blockMarkdown(block: Block): string {
  if (block.type === 'table') return tableMarkdown(block);
  if (block.type === 'code') return fenced(codeText(block.lines));
  const text = linesMarkdown(block.lines);
  if (text.trim() === '') return '';
  if (block.type === 'heading') return `${'#'.repeat(Math.min(block.level ?? 1, deepestHeading))} ${text}`;
  return block.type === 'listItem' ? itemMarkdown(block) : escapedStart(text);
}

function itemMarkdown({ level = 1, lines }: TextBlock): string {
  const [first, ...rest] = lines;
  if (!first) return '';
  const marker = listMarker(first.text);
  const bullet = marker?.number === undefined ? '-' : `${marker.number}.`;
  const length = marker?.text.length ?? 0;
  const skipped = length + (first.text.slice(length).length - first.text.slice(length).trimStart().length);
  // Letters and Roman numbers are no markers in Markdown.
  const isKept = marker !== undefined && marker.number === undefined && /\w/.test(marker.text);
  const begin = isKept ? first : cut(first, skipped);
  return `${indent.repeat(level - 1)}${bullet} ${escapedStart(linesMarkdown([begin, ...rest]).trimStart())}`;
}

/** A line without its first characters. */
const cut = (line: Line, length: number): Line => ({
  ...line,
  text: line.text.slice(length),
  links: line.links
    .filter(({ end }) => end > length)
    .map((link) => ({ ...link, start: Math.max(0, link.start - length), end: link.end - length })),
});

function tableMarkdown({ rows }: TableBlock): string {
  const cells = rows.map((row) =>
    row.cells.flatMap(({ lines, span }) => [
      linesMarkdown(lines).replaceAll('|', String.raw`\|`),
      ...new Array<string>(span - 1).fill(''),
    ]),
  );
  const columns = Math.max(...cells.map(({ length }) => length));
  const rowOf = (texts: readonly string[]): string =>
    `| ${Array.from({ length: columns }, (_, column) => texts[column] ?? '').join(' | ')} |`;
  // Markdown has no table without a header.
  const [header = [], ...body] = cells;
  const line = `|${' --- |'.repeat(columns)}`;
  return [rowOf(header), line, ...body.map(rowOf)].join('\n');
}

/** Lines as one, with divided words put together. */
function linesMarkdown(lines: readonly Line[]): string {
  let text = '';
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const divided = next !== undefined && isDivided(line.text, next.text);
    text += lineMarkdown(divided ? shortened(line) : line);
    if (next !== undefined && !divided) text += separatorOf(line.text, next.text);
  }
  return text;
}

/** A line without the hyphen at its end. */
function shortened(line: Line): Line {
  const text = line.text.slice(0, -1);
  return {
    ...line,
    text,
    links: line.links.map((link) => ({ ...link, end: Math.min(link.end, text.length) })),
  };
}

function lineMarkdown({ text, links }: Line): string {
  let written = '';
  let at = 0;
  for (const { start, end, target } of links) {
    written += escaped(text.slice(at, start));
    const label = escaped(text.slice(start, end));
    written += 'url' in target ? linkTo(label, target.url) : label;
    at = end;
  }
  return (written + escaped(text.slice(at))).replaceAll('\t', ' ');
}
