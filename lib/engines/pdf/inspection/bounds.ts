/** Entries of each list in a report, and characters of each text. */
export const reportLimits = { entries: 2000, characters: 1000, totalCharacters: 1_000_000 };

/** Bounds what a report takes from a document, and records whether anything was left out. */
export class Bounds {
  #characters = reportLimits.totalCharacters;
  #truncated = false;

  /** Whether an entry or a part of a text was left out. */
  get truncated(): boolean {
    return this.#truncated;
  }

  /** The beginning of a text, well-formed and without null characters. */
  text(text: string): string {
    const length = Math.min(text.length, reportLimits.characters, this.#characters);
    if (length < text.length) this.#truncated = true;
    this.#characters -= length;
    return text.slice(0, length).replaceAll('\0', '').toWellFormed();
  }

  optionalText(text: string | undefined): string | null {
    return text === undefined ? null : this.text(text);
  }

  /** The first items, as long as there is room for their texts. */
  list<T, R>(items: Iterable<T>, describe: (item: T) => R): R[] {
    const described: R[] = [];
    for (const item of items) {
      if (described.length >= reportLimits.entries || this.#characters === 0) {
        this.#truncated = true;
        break;
      }
      described.push(describe(item));
    }
    return described;
  }
}
