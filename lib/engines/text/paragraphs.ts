import type { TextBlock } from './block.ts';
import { unionOf } from './glyph.ts';
import type { Line } from './lines.ts';
import { listMarker } from './list-marker.ts';

/** Lines further apart belong to different paragraphs: in sizes of the font, and as a multiple of the distance before. */
const [leastPitch, morePitch] = [1.75, 1.3];

/** Lines whose sizes differ by more belong to different paragraphs. */
const sizeRatio = 1.12;

/** An indentation that begins a paragraph, in sizes of the font. */
const [leastIndent, mostIndent] = [0.9, 6];

/** Divides the lines of a region into paragraphs and list items. */
export function paragraphsOf(lines: readonly Line[]): TextBlock[] {
  const groups: Line[][] = [];
  for (const [index, line] of lines.entries()) {
    const group = groups.at(-1);
    if (group && isSameParagraph(group, line, lines[index + 1])) group.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => blockOf(group));
}

function blockOf(lines: readonly Line[]): TextBlock {
  const box = unionOf(lines.map((line) => line.box));
  const isItem = listMarker(lines[0]?.text ?? '') !== undefined;
  return isItem ? { type: 'listItem', level: 1, lines, box } : { type: 'paragraph', lines, box };
}

function isSameParagraph(group: readonly Line[], line: Line, next: Line | undefined): boolean {
  const [first, last, beforeLast] = [group[0], group.at(-1), group.at(-2)];
  if (!first || !last) return false;
  const [small, large] = [Math.min(last.size, line.size), Math.max(last.size, line.size)];
  if (large > sizeRatio * small || last.face.bold !== line.face.bold) return false;
  const pitch = line.base - last.base;
  if (pitch > leastPitch * large) return false;
  if (beforeLast && pitch > morePitch * (last.base - beforeLast.base)) return false;
  if (listMarker(line.text) !== undefined) return false;
  return !isIndented(first, last, line, next);
}

/** Whether a line begins a paragraph by its indentation. The lines of a list item are indented after the first. */
function isIndented(first: Line, last: Line, line: Line, next: Line | undefined): boolean {
  const indent = line.left - last.left;
  const isIndent = indent > leastIndent * line.size && indent < mostIndent * line.size;
  if (!isIndent || last === first) return false;
  return next === undefined || next.left < line.left - (leastIndent * line.size) / 2;
}
