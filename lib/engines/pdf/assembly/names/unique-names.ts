/** Hands out each name once. A name that is taken gets a number, from 2. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** The last number tried for a name, so that a thousand equal names do not take a million attempts. */
  readonly #last = new Map<string, number>();
  readonly #numbered: (name: string, count: number) => string;

  constructor(numbered: (name: string, count: number) => string) {
    this.#numbered = numbered;
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** Returns `name`, or a numbered variant if it is taken. */
  add(name: string): string {
    let unique = name;
    for (let count = this.#last.get(name) ?? 1; this.#taken.has(unique);) {
      count += 1;
      this.#last.set(name, count);
      unique = this.#numbered(name, count);
    }
    this.#taken.add(unique);
    return unique;
  }
}
