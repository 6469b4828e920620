import { AppError } from '../../app-error.ts';
import type { WorkBudget } from '../work-budget.ts';

/** How often each byte of a file may be read for one purpose: found, measured and parsed, and then some. */
const readings = 6;

/** How much dearer it is to make objects of bytes than to step over them. */
const parsing = 4;

/** What any file may cost. */
const allowance = 4 * 1024 * 1024;

/**
 * Bounds the work that one file makes: a file whose objects lie within each other has more of them than its bytes can
 * hold, and each would be read to its end.
 */
export class ReadingAccount {
  readonly #budget: WorkBudget;
  readonly #file: { readonly size: number };
  #read = 0;

  /** @param file Its size are the bytes that there are to read; it grows with the object streams that are opened */
  constructor(budget: WorkBudget, file: { readonly size: number }) {
    this.#budget = budget;
    this.#file = file;
  }

  /** Accounts for bytes that objects were made of, as {@link read}. */
  parsed(bytes: number): void {
    this.read(parsing * bytes);
  }

  /**
   * Accounts for bytes that were stepped over.
   *
   * @throws AppError `damaged-document` when the same ones are read again and again
   */
  read(bytes: number): void {
    this.#budget.read(bytes);
    this.#read += bytes;
    if (this.#read > allowance + readings * this.#file.size) {
      throw new AppError('damaged-document', 'is damaged: its objects lie within each other');
    }
  }
}
