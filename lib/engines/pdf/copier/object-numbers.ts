import type { PDFContext } from '../objects.ts';
import type { PdfSource } from '../reader/pdf-source.ts';

/** What an object that is not copied is mapped to: references to it are null. */
const nothing = -1;

/** Above all numbers that a reference can be read with. */
const firstAdded = 2 ** 40;

/** The state before an object was copied, to go back to. */
export interface NumbersMark {
  queued: number;
  largest: number;
}

/** The numbers that a source's objects get in the output, and the queue of those that are still to be copied. */
export class ObjectNumbers {
  readonly #source: PdfSource;
  readonly #context: PDFContext;
  /** By number in the source: 0 for what was not met, {@link nothing}, or the number in the output. */
  readonly #newNumbers: Int32Array;
  /** The same for numbers from {@link firstAdded} on. */
  readonly #added: number[] = [];
  #queue: number[] = [];
  #next = 0;

  /** Catalog, page tree and pages are nothing until they are assigned. */
  constructor(source: PdfSource, context: PDFContext) {
    this.#source = source;
    this.#context = context;
    this.#newNumbers = withoutPages(source).slice();
  }

  /** The number in the output, given at the first time; 0 for nothing. */
  of(number: number): number {
    if (number >= firstAdded) return this.given(number);
    const known = this.#newNumbers[number];
    if (known === nothing) return 0;
    if (known !== undefined && known > 0) return known;
    if (!this.#exists(number)) {
      this.assign(number, undefined);
      return 0;
    }
    const newNumber = (this.#context.largestObjectNumber += 1);
    this.#newNumbers[number] = newNumber;
    this.#queue.push(number);
    return newNumber;
  }

  /** Fixes a number; the object is not queued. */
  assign(number: number, newNumber: number | undefined): void {
    if (number < this.#newNumbers.length) this.#newNumbers[number] = newNumber ?? nothing;
  }

  /** A number for an object of the output, which no reference in the source has. */
  add(newNumber: number): number {
    return firstAdded + this.#added.push(newNumber) - 1;
  }

  /** The number in the output if one was given, else 0. */
  given(number: number): number {
    return Math.max(0, this.#newNumbers[number] ?? this.#added[number - firstAdded] ?? 0);
  }

  /** Takes the next object off the queue. */
  take(): number | undefined {
    if (this.#next === this.#queue.length) {
      this.#queue = [];
      this.#next = 0;
      return undefined;
    }
    const number = this.#queue[this.#next];
    this.#next += 1;
    return number;
  }

  mark(): NumbersMark {
    return { queued: this.#queue.length, largest: this.#context.largestObjectNumber };
  }

  /** Takes back the numbers that were given since. Nothing else may have been numbered in the output meanwhile. */
  goBackTo({ queued, largest }: NumbersMark): void {
    for (const number of this.#queue.splice(queued)) this.#newNumbers[number] = 0;
    this.#context.largestObjectNumber = largest;
  }

  #exists(number: number): boolean {
    const { file } = this.#source;
    // Kids that stood in the page tree itself have numbers past the table.
    return file.has(number) || (number >= file.table.length && number < this.#newNumbers.length);
  }
}

const known = new WeakMap<PdfSource, Int32Array>();

/** Nothing for each page and what leads to it. Found out once for a source, since a split copies a hundred times. */
function withoutPages(source: PdfSource): Int32Array {
  let numbers = known.get(source);
  if (!numbers) {
    numbers = new Int32Array(source.context.largestObjectNumber + 1);
    numbers[source.catalogRef.objectNumber] = nothing;
    for (const number of source.treeNodes) numbers[number] = nothing;
    for (const { ref } of source.pages) numbers[ref.objectNumber] = nothing;
    known.set(source, numbers);
  }
  return numbers;
}
