import { FormatError } from '../../base/random-access.ts';

/** In bytes. A relationship has about 150, a large drawing a few million. */
const maxBytes = 64 * 1024 * 1024;
const maxLinks = 100_000;

/**
 * Limits the amount of data searched for links in one document and those inside it, for one kind of part. A small file
 * can hold a gigabyte of tags, or a million links.
 */
export class LinkBudget {
  #bytes = maxBytes;
  #links = maxLinks;

  /** @throws FormatError when the budget is exceeded */
  spendBytes(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0) throw new FormatError(`more than ${maxBytes} bytes to look through`);
  }

  /** @throws FormatError when the budget is exceeded */
  spendLink(): void {
    this.#links -= 1;
    if (this.#links < 0) throw new FormatError(`more than ${maxLinks} links to elsewhere`);
  }
}

/** Separate budgets, so that images cannot use up what relationships need. */
export interface LinkBudgets {
  relationships: LinkBudget;
  pictures: LinkBudget;
}
