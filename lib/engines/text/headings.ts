import { type Block, linesIn, type TextBlock } from './block.ts';

/** Counts the characters of each size, to distinguish headings from running text. */
export class TextSizes {
  readonly #counts = new Map<number, number>();

  add(block: Block): void {
    for (const { size, text } of linesIn(block)) {
      const key = halfPoints(size);
      this.#counts.set(key, (this.#counts.get(key) ?? 0) + text.length);
    }
  }

  /** The size of most characters, in points. */
  get common(): number {
    let [most, size] = [0, 0];
    for (const [key, count] of this.#counts) if (count > most) [most, size] = [count, key];
    return size / 2;
  }
}

const halfPoints = (size: number): number => Math.round(2 * size);

/** How much larger than running text a heading is. */
const largerThanText = 1.15;

/** Headings are short: lines, and characters of one that is only bold. */
const [mostLines, mostBold] = [4, 80];

const deepestLevel = 6;

/** Finds the headings among paragraphs that have no tags, by size and weight. */
export class Headings {
  readonly #common: number;
  /** Sizes of headings in half points, the largest first. */
  readonly #sizes: readonly number[];

  constructor(common: number, blocks: Iterable<Block>) {
    this.#common = common;
    const sizes = new Set<number>();
    for (const block of blocks) {
      if (block.type === 'paragraph' && this.#isLarge(block))
        sizes.add(halfPoints(block.lines[0]?.size ?? 0));
    }
    this.#sizes = [...sizes].sort((a, b) => b - a).slice(0, deepestLevel - 1);
  }

  /** The block as a heading, if it is one. */
  withLevel(block: Block): Block {
    if (block.type !== 'paragraph') return block;
    if (this.#isLarge(block)) {
      const rank = this.#sizes.indexOf(halfPoints(block.lines[0]?.size ?? 0));
      return { ...block, type: 'heading', level: rank < 0 ? deepestLevel : rank + 1 };
    }
    if (!this.#isBold(block)) return block;
    return { ...block, type: 'heading', level: Math.min(deepestLevel, this.#sizes.length + 1) };
  }

  #isLarge(block: TextBlock): boolean {
    if (block.lines.length > mostLines) return false;
    return block.lines.every(
      ({ size, text }) => size >= largerThanText * this.#common && /\p{L}/u.test(text),
    );
  }

  #isBold({ lines }: TextBlock): boolean {
    const [line, second] = lines;
    if (!line || second || line.text.length > mostBold) return false;
    const isText = /\p{L}/u.test(line.text) && !/[.:;,]$/.test(line.text) && !line.text.includes('\t');
    return line.face.bold && line.size >= this.#common && isText;
  }
}
