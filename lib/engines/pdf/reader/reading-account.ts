import { InputFault } from '../../../base/input-fault.ts';
import type { WorkBudget } from '../work-budget.ts';

/** A fault of one of several sources that is found only during the work. */
export class SourceFault extends InputFault {
  /** The bytes of the file, which identify the source. */
  readonly file: Uint8Array;

  constructor(predicate: string, file: Uint8Array) {
    super('damaged-document', predicate);
    this.file = file;
  }
}

/** How often each byte of a file may be read for one copy, on average: located, measured, parsed, with a margin. */
const readings = 6;

/** The cost of parsing a byte relative to skipping it. */
const parsing = 4;

/** The cost that every copy may cause. */
const allowance = 4 * 1024 * 1024;

/** The part of a file that its account needs. */
interface AccountedFile {
  readonly bytes: Uint8Array;
  /** The number of bytes to read. It grows as object streams are opened. */
  readonly size: number;
}

/**
 * Bounds the work for one file by the number of its copies. Overlapping objects could otherwise be more than the bytes
 * of the file hold, and each would be read to its end.
 */
export class ReadingAccount {
  readonly #budget: WorkBudget;
  readonly #file: AccountedFile;
  #read = 0;
  #copies = 0;

  constructor(budget: WorkBudget, file: AccountedFile) {
    this.#budget = budget;
    this.#file = file;
  }

  /** Allows as much again for another copy: a split makes many results of one file, and a result can repeat pages. */
  addCopy(): void {
    // What opening the file took does not count for its copies.
    if (this.#copies === 0) this.#read = 0;
    this.#copies += 1;
  }

  /** Counts bytes that were parsed, as {@link read} does. */
  parsed(bytes: number): void {
    this.read(parsing * bytes);
  }

  /**
   * Counts bytes that were skipped.
   *
   * @throws SourceFault if the same bytes are read again and again
   */
  read(bytes: number): void {
    this.#budget.read(bytes);
    this.#read += bytes;
    if (this.#read > Math.max(1, this.#copies) * (allowance + readings * this.#file.size)) {
      throw new SourceFault('is damaged: its objects overlap', this.#file.bytes);
    }
  }
}
