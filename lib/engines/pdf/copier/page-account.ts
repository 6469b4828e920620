import { InputFault } from '../../../base/input-fault.ts';
import type { ReadingAccount } from '../reader/reading-account.ts';
import type { WorkBudget } from '../work-budget.ts';

const MiB = 1024 * 1024;

/** The bytes that repetitions of pages may add to a document, without the contents, which they share. */
const repeatedBytes = 64 * MiB;

/** Counts the page objects that a copier reads. Repetitions are no sign of damage, so they have a limit of their own. */
export class PageAccount {
  readonly #budget: WorkBudget;
  readonly #reading: ReadingAccount;
  readonly #known = new Set<number>();
  #repeated = 0;

  constructor(budget: WorkBudget, reading: ReadingAccount) {
    this.#budget = budget;
    this.#reading = reading;
  }

  /**
   * Counts the bytes of the page with that object number.
   *
   * @throws InputFault `file-too-large` if the repeated pages are too long together, and the errors of
   *   `ReadingAccount.read`
   */
  read(number: number, bytes: number): void {
    if (!this.#known.has(number)) {
      this.#known.add(number);
      this.#reading.read(bytes);
      return;
    }
    this.#budget.read(bytes);
    this.#repeated += bytes;
    if (this.#repeated <= repeatedBytes) return;
    const message = `repeats its pages too often: their objects have more than ${repeatedBytes / MiB} MiB`;
    throw new InputFault('file-too-large', message);
  }
}
