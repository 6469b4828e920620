/** Names that are given out once each: one that is taken gets a number, from 2. */
export class UniqueNames {
  readonly #taken = new Set<string>();
  /** The last number tried for a name, so that a thousand equal names need no million tries. */
  readonly #last = new Map<string, number>();
  readonly #numbered: (name: string, count: number) => string;

  constructor(numbered: (name: string, count: number) => string) {
    this.#numbered = numbered;
  }

  has(name: string): boolean {
    return this.#taken.has(name);
  }

  /** `name`, or what it is called because that is taken. */
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
