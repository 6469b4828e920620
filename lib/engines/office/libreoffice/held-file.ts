import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/**
 * A file that another process writes. It is created and opened before that process runs: whatever the process puts in
 * its place is never read.
 */
export class HeldFile {
  readonly #descriptor: number;
  #isOpen = true;

  /** @throws Error if the file exists */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'wx+', 0o600);
  }

  /** The first bytes, as UTF-8. */
  head(bytes: number): string {
    return this.#read(0, bytes);
  }

  /** The last bytes, as UTF-8. */
  tail(bytes: number): string {
    return this.#isOpen ? this.#read(Math.max(0, fstatSync(this.#descriptor).size - bytes), bytes) : '';
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    closeSync(this.#descriptor);
  }

  #read(position: number, bytes: number): string {
    if (!this.#isOpen) return '';
    const content = Buffer.alloc(bytes);
    return content.toString('utf8', 0, readSync(this.#descriptor, content, 0, bytes, position));
  }
}
