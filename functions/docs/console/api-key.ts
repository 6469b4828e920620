/** The path is part of the name because the stages of an API share an origin. */
const storageName = `file-conversion-key ${new URL('.', location.href).pathname}`;

/**
 * The entered key, for the console and the reference. It is stored in the tab's session storage: it survives a reload,
 * is deleted with the tab, and is invisible to other tabs and later visitors. Scripts can read it, but the page's policy
 * allows only its own scripts, and these can send it only to the API.
 */
export class ApiKey {
  readonly #listeners: ((key: string) => void)[] = [];

  /** Empty if there is no key. */
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
