import { FormatError } from '../../base/random-access.ts';

/** In bytes. A relationship has about 150, a large drawing a few million. */
const usualBytes = 64 * 1024 * 1024;
const maxLinks = 100_000;

/**
 * Limits the amount of data searched for links in one document and those inside it, for one kind of part. A small file
 * can hold a gigabyte of tags, or a million links.
 */
export class LinkBudget {
  readonly #maxBytes: number;
  #bytes: number;
  #links = maxLinks;

  constructor(maxBytes = usualBytes) {
    this.#maxBytes = maxBytes;
    this.#bytes = maxBytes;
  }

  /** @throws FormatError when the budget is exceeded */
  spendBytes(bytes: number): void {
    this.#bytes -= bytes;
    if (this.#bytes < 0) throw new FormatError(`more than ${this.#maxBytes} bytes to look through`);
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
  /** The XML of OpenDocument, which has links everywhere. */
  contents: LinkBudget;
}
