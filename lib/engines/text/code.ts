import type { Block, TextBlock } from './block.ts';
import { unionOf } from './glyph.ts';
import type { Line } from './lines.ts';

/** One line in a font for code can be a name, a page header or a value. */
const leastLines = 2;

/** The share of the characters of a document in such fonts from which it is typewritten. */
const typewrittenShare = 0.5;

/** Lines further apart do not belong together, in sizes of the font. */
const mostGap = 3;

/** Finds code among the paragraphs of a document: lines in a font whose glyphs have one width. */
export class CodeFinder {
  readonly #isTypewritten: boolean;

  constructor(blocks: Iterable<Block>) {
    const characters = { all: 0, monospaced: 0 };
    for (const block of blocks) {
      if (block.type === 'table') continue;
      for (const { text, face } of block.lines) {
        characters.all += text.length;
        if (face.monospaced) characters.monospaced += text.length;
      }
    }
    this.#isTypewritten = characters.monospaced >= typewrittenShare * characters.all;
  }

  /** The blocks of a page, with those of code put together. */
  withCode(blocks: readonly Block[]): Block[] {
    if (this.#isTypewritten) return [...blocks];
    const result: Block[] = [];
    let run: TextBlock[] = [];
    const close = (): void => {
      result.push(...codeOf(run));
      run = [];
    };
    for (const block of blocks) {
      if (!canBeCode(block)) {
        close();
        result.push(block);
        continue;
      }
      const last = run.at(-1);
      if (last && !follows(last, block)) close();
      run.push(block);
    }
    close();
    return result;
  }
}

const canBeCode = (block: Block): block is TextBlock =>
  block.type === 'code' ||
  ((block.type === 'paragraph' || block.type === 'listItem') &&
    block.lines.every(({ face, hidden }) => face.monospaced && !hidden));

function follows(last: TextBlock, next: TextBlock): boolean {
  const size = next.lines[0]?.size ?? 0;
  const gap = next.box.top - last.box.bottom;
  return gap > -size && gap < mostGap * size;
}

function codeOf(blocks: readonly TextBlock[]): TextBlock[] {
  const lines = blocks.flatMap((block) => block.lines);
  if (lines.length < leastLines && !blocks.some(({ type }) => type === 'code')) return [...blocks];
  return [{ type: 'code', lines, box: unionOf(blocks.map(({ box }) => box)) }];
}

/** The widest indentation, in characters, and the most empty lines between lines of code. */
const [mostIndent, mostEmptyLines] = [200, 5];

/** The lines of code with their indentation and the empty lines between them. */
export function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.map((line) => line.left));
  const advance = advanceOf(lines);
  const pitch = pitchOf(lines);
  let text = '';
  for (const [index, line] of lines.entries()) {
    const last = lines[index - 1];
    const empty = last ? Math.round((line.base - last.base) / pitch) - 1 : 0;
    text += '\n'.repeat(Math.min(mostEmptyLines, Math.max(0, empty)));
    const indent = Math.round((line.left - left) / advance);
    text += `${' '.repeat(Math.min(mostIndent, indent))}${line.text}\n`;
  }
  return text;
}

/** The width of a character, by the longest line. */
function advanceOf(lines: readonly Line[]): number {
  const longest = lines.reduce((most, line) => (line.text.length > most.text.length ? line : most));
  return Math.max(0.2 * longest.size, (longest.right - longest.left) / Math.max(1, longest.text.length));
}

/** The distance of lines that follow each other. */
function pitchOf(lines: readonly Line[]): number {
  const distances = lines
    .slice(1)
    .map(({ base, size }, index) => Math.max(size, base - (lines[index]?.base ?? 0)));
  return Math.min(...distances, Infinity);
}
