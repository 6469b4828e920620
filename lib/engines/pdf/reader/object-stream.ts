import type { WorkBudget } from '../work-budget.ts';
import { endOfDigits, readInteger, skipSpace } from '../syntax/lexer.ts';

/** The decoded contents of an object stream (PDF 32000-1, 7.5.7). */
export class ObjectStream {
  readonly bytes: Buffer;
  readonly #numbers: number[] = [];
  readonly #offsets: number[] = [];
  readonly #first: number;
  /** The last index of each object, for objects whose index is wrong in the cross-reference. */
  #lastIndexes: ReadonlyMap<number, number> | undefined;

  /**
   * @param first the position of the first object, after the pairs of object number and offset
   * @param budget counts the pairs
   * @throws InputFault `file-too-large`
   */
  constructor(bytes: Buffer, first: number, count: number, budget: Pick<WorkBudget, 'packedObjects'>) {
    this.bytes = bytes;
    this.#first = first;
    const end = Math.min(first, bytes.length);
    let at = skipSpace(bytes, 0, end);
    while (this.#numbers.length < count && at < end) {
      const number = readInteger(bytes, at, end);
      at = skipSpace(bytes, endOfDigits(bytes, at, end), end);
      const offset = readInteger(bytes, at, end);
      if (number < 0 || offset < 0) break;
      budget.packedObjects(1);
      this.#numbers.push(number);
      this.#offsets.push(offset);
      at = skipSpace(bytes, endOfDigits(bytes, at, end), end);
    }
  }

  get numbers(): readonly number[] {
    return this.#numbers;
  }

  /** The position of an object, if it is in this stream: at `index`, or elsewhere if the index is wrong. */
  startOf(number: number, index: number): number | undefined {
    const actual = this.#numbers[index] === number ? index : this.#lastIndexOf(number);
    const offset = actual === undefined ? undefined : this.#offsets[actual];
    return offset === undefined ? undefined : this.#first + offset;
  }

  #lastIndexOf(number: number): number | undefined {
    this.#lastIndexes ??= new Map(this.#numbers.map((member, index) => [member, index]));
    return this.#lastIndexes.get(number);
  }
}
