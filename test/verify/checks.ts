/** Counts checks, and prints each on a line. */
export class Checks {
  #passed = 0;
  #failed = 0;
  #skipped = 0;

  /** Passes unless `check` throws; gives what it returns. */
  async that<T>(what: string, check: () => T | Promise<T>): Promise<T | undefined> {
    try {
      const result = await check();
      this.#passed += 1;
      console.log(`  right  ${what}`);
      return result;
    } catch (error) {
      this.#failed += 1;
      console.log(`  WRONG  ${what}\n         ${explain(error).replaceAll('\n', '\n         ')}`);
      return undefined;
    }
  }

  /** Reports a check that could not run. */
  skip(what: string): void {
    this.#skipped += 1;
    console.log(`  skip   ${what}`);
  }

  /** Prints the sum. @returns whether all passed */
  finish(): boolean {
    console.log(`\n${this.#passed} passed, ${this.#failed} failed, ${this.#skipped} skipped`);
    return this.#failed === 0 && this.#passed > 0;
  }
}

const explain = (error: unknown): string => (error instanceof Error ? error.message : String(error));
