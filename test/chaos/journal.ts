/** The events of a run in order, from which the history of a single job can be printed. */
export class Journal {
  readonly #start = Date.now();
  readonly #entries: { at: number; text: string }[] = [];

  note(text: string): void {
    this.#entries.push({ at: Date.now(), text });
  }

  /** Seconds since the start of the run. */
  get seconds(): number {
    return (Date.now() - this.#start) / 1000;
  }

  /** The lines that name what has that ULID, and what befell the whole service meanwhile. */
  about(id: string): string[] {
    const own = this.#entries.filter(({ text }) => text.includes(id));
    const first = own[0]?.at ?? Infinity;
    const last = own.at(-1)?.at ?? 0;
    return this.#entries
      .filter(
        ({ at, text }) =>
          text.includes(id) || (text.startsWith(actionMark) && at >= first - 5000 && at <= last + 5000),
      )
      .map(({ at, text }) => `${((at - this.#start) / 1000).toFixed(1).padStart(7)} s  ${text}`);
  }
}

/** Begins lines about what was done to the service. */
export const actionMark = '⚡';

/** A ULID in a text: what ids of jobs, results and events of one job share. */
export const ulidIn = (text: string): string | undefined =>
  /(?:job|file|msg|upl)_([0-7][0-9A-HJKMNP-TV-Z]{25})/.exec(text)?.[1];
