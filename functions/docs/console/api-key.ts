/** Stages of one API share an origin. */
const storageName = `file-conversion-key ${new URL('.', location.href).pathname}`;

/**
 * The key that was typed in, for console and reference. It stays in the tab's session storage: there it outlives a
 * reload, ends with the tab, and neither other tabs nor whoever opens the page next has it. Scripts could read it, but
 * the page's policy lets only its own run, and these cannot send it anywhere but to the API.
 */
export class ApiKey {
  readonly #listeners: ((key: string) => void)[] = [];

  /** Empty when there is none. */
  get value(): string {
    return sessionStorage.getItem(storageName) ?? '';
  }

  set value(key: string) {
    if (key === '') sessionStorage.removeItem(storageName);
    else sessionStorage.setItem(storageName, key);
    for (const listener of this.#listeners) listener(key);
  }

  onChange(listener: (key: string) => void): void {
    this.#listeners.push(listener);
  }
}
