import { type Bitmap, changesFor, endChanges, findChanges } from './changing-elements.ts';
import { Colour, endOfLine, longestRun, modeCodes, multiple, runCodes } from './run-codes.ts';

/** A code as a number and its length in bits. */
interface Code {
  bits: number;
  length: number;
}

const codeOf = (text: string): Code => ({ bits: Number.parseInt(text, 2), length: text.length });

const runs = runCodes.map((codes) => ({
  runs: codes.runs.map(codeOf),
  multiples: codes.multiples.map(codeOf),
}));
const passCode = codeOf(modeCodes.pass);
const horizontalCode = codeOf(modeCodes.horizontal);
/** From three to the left to three to the right. */
const verticalCodes = [-3, -2, -1, 0, 1, 2, 3].map((distance) =>
  codeOf(modeCodes.vertical.get(distance) ?? ''),
);
const endCode = codeOf(endOfLine);

/** Writes codes to at most as many bytes as there is room for. */
class CodeWriter {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  #length = 0;
  #bits = 0;
  #pending = 0;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  get isFull(): boolean {
    return this.#length > this.#bytes.length;
  }

  write({ bits, length }: Code): void {
    this.#pending = (this.#pending << length) | bits;
    this.#bits += length;
    while (this.#bits >= 8) {
      this.#bits -= 8;
      this.#bytes[this.#length] = this.#pending >> this.#bits;
      this.#length += 1;
    }
    this.#pending &= (1 << this.#bits) - 1;
  }

  /** Codes of a run: multiples, then the rest. */
  run(length: number, colour: number): void {
    const codes = runs[colour] as (typeof runs)[number];
    let rest = length;
    while (rest >= multiple) {
      const part = Math.min(rest, longestRun);
      this.write(codes.multiples[Math.floor(part / multiple) - 1] as Code);
      rest -= Math.floor(part / multiple) * multiple;
    }
    this.write(codes.runs[rest] as Code);
  }

  /** The bytes, in a buffer of their size. Undefined if there was no room for all. */
  finish(): Uint8Array | undefined {
    if (this.#bits > 0) this.write({ bits: 0, length: 8 - this.#bits });
    return this.isFull ? undefined : this.#bytes.slice(0, this.#length);
  }
}

/**
 * Encodes a picture as Group 4 (ITU-T T.6) with the code that ends a block.
 *
 * @param white the bit of white pixels. White runs have shorter codes
 * @param limit the number of bytes to return at most
 * @returns undefined if more bytes are needed
 */
export function encodeGroup4(bitmap: Bitmap, white: 0 | 1, limit: number): Uint8Array | undefined {
  const { width, height } = bitmap;
  const writer = new CodeWriter(limit);
  let above = changesFor(width);
  let current = changesFor(width);
  endChanges(above, 0, width);
  for (let row = 0; row < height; row += 1) {
    findChanges(bitmap, row, white, current);
    encodeRow(writer, above, current, width);
    if (writer.isFull) return undefined;
    [above, current] = [current, above];
  }
  writer.write(endCode);
  writer.write(endCode);
  return writer.finish();
}

function encodeRow(writer: CodeWriter, above: Uint32Array, current: Uint32Array, width: number): void {
  let colour: number = Colour.white;
  /** The first change of this row, and of the row above, that is right of `at`. */
  let [own, other] = [0, 0];
  for (let at = -1; at < width;) {
    while ((above[other] as number) <= at && (above[other] as number) < width) other += 1;
    const matching = other + ((other ^ colour) & 1);
    const [a1, b1, b2] = [current[own] as number, above[matching] as number, above[matching + 1] as number];
    if (b2 < a1) {
      writer.write(passCode);
      at = b2;
      continue;
    }
    const vertical = verticalCodes[a1 - b1 + 3];
    if (vertical) {
      writer.write(vertical);
      at = a1;
      own += 1;
      colour ^= 1;
    } else {
      const a2 = current[own + 1] as number;
      writer.write(horizontalCode);
      writer.run(a1 - Math.max(0, at), colour);
      writer.run(a2 - a1, colour ^ 1);
      at = a2;
      own += 2;
    }
  }
}
