import type { PDFContext } from '../objects.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import { NumberTable } from './number-table.ts';

/** Marks objects that are not copied: references to them become null. */
const nothing = -1;

/** Greater than any number that a reference can be read with. */
const firstAdded = 2 ** 40;

/** The state before an object was copied. */
export interface NumbersMark {
  queued: number;
  largest: number;
}

/** The numbers of a source's objects in the output, and the queue of objects still to copy. */
export class ObjectNumbers {
  readonly #source: PdfSource;
  readonly #context: PDFContext;
  /** By number in the source: 0 for an unknown object, {@link nothing}, or the number in the output. */
  readonly #newNumbers: NumberTable;
  /** The same for numbers from {@link firstAdded} on. */
  readonly #added: number[] = [];
  #queue: number[] = [];
  #next = 0;

  /** Catalog, page tree and pages are {@link nothing} until they are assigned. */
  constructor(source: PdfSource, context: PDFContext) {
    this.#source = source;
    this.#context = context;
    this.#newNumbers = new NumberTable(structuralNumbers(source));
  }

  /** The number in the output, assigned at the first call; 0 for nothing. */
  of(number: number): number {
    if (number >= firstAdded) return this.given(number);
    const known = this.#newNumbers.get(number);
    if (known === nothing) return 0;
    if (known !== undefined && known > 0) return known;
    if (!this.#exists(number)) {
      this.assign(number, undefined);
      return 0;
    }
    const newNumber = (this.#context.largestObjectNumber += 1);
    this.#newNumbers.set(number, newNumber);
    this.#queue.push(number);
    return newNumber;
  }

  /** Assigns a number without queueing the object. */
  assign(number: number, newNumber: number | undefined): void {
    if (number < this.#newNumbers.length) this.#newNumbers.set(number, newNumber ?? nothing);
  }

  /** Returns a source number that stands for an object of the output. */
  add(newNumber: number): number {
    return firstAdded + this.#added.push(newNumber) - 1;
  }

  /** The number in the output if one was assigned, else 0. */
  given(number: number): number {
    return Math.max(0, this.#newNumbers.get(number) ?? this.#added[number - firstAdded] ?? 0);
  }

  /** Removes the next object from the queue. */
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

  /** Undoes the assignments since the mark. Nothing else may have been numbered in the output meanwhile. */
  goBackTo({ queued, largest }: NumbersMark): void {
    for (const number of this.#queue.splice(queued)) this.#newNumbers.set(number, 0);
    this.#context.largestObjectNumber = largest;
  }

  #exists(number: number): boolean {
    const { file } = this.#source;
    // Kids inside the page tree itself have numbers past the table.
    return file.has(number) || (number >= file.table.length && number < this.#newNumbers.length);
  }
}

const known = new WeakMap<PdfSource, Int32Array>();

/**
 * By object number: negative for the catalog, all pages and the nodes above them, else 0. Computed once per source, because
 * each part of a split starts from it.
 */
export function structuralNumbers(source: PdfSource): Int32Array {
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
