import { AppError } from '../../../base/app-error.ts';
import type { WorkBudget } from '../work-budget.ts';

/** What turns out to be wrong with a document only while it is worked on. */
export class DocumentFault extends AppError {
  /** The bytes of the file concerned, by which the source is recognised. */
  readonly file: Uint8Array;

  constructor(message: string, file: Uint8Array) {
    super('damaged-document', message);
    this.file = file;
  }
}

/** How often each byte of a file may be read for one purpose: found, measured and parsed, and then some. */
const readings = 6;

/** How much dearer it is to make objects of bytes than to step over them. */
const parsing = 4;

/** What any file may cost. */
const allowance = 4 * 1024 * 1024;

/** A file as far as it is read here. */
interface AccountedFile {
  readonly bytes: Uint8Array;
  /** The bytes that there are to read; it grows with the object streams that are opened. */
  readonly size: number;
}

/**
 * Bounds the work that one file makes: a file whose objects lie within each other has more of them than its bytes can
 * hold, and each would be read to its end.
 */
export class ReadingAccount {
  readonly #budget: WorkBudget;
  readonly #file: AccountedFile;
  #read = 0;

  constructor(budget: WorkBudget, file: AccountedFile) {
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
   * @throws DocumentFault when the same ones are read again and again
   */
  read(bytes: number): void {
    this.#budget.read(bytes);
    this.#read += bytes;
    if (this.#read > allowance + readings * this.#file.size) {
      throw new DocumentFault('is damaged: its objects lie within each other', this.#file.bytes);
    }
  }
}
