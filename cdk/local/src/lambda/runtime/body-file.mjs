import { Buffer } from 'node:buffer';
import { readSync } from 'node:fs';

/** File descriptor of the file that holds the bodies of large events. */
const descriptor = 4;

/** Reads the bodies of large events, one after another into the same memory. */
export class BodyFile {
  #memory = Buffer.alloc(0);

  /**
   * @param {number} length of the body, in bytes
   * @returns the body in base64, as events have it
   */
  read(length) {
    if (length > this.#memory.length) this.#memory = Buffer.allocUnsafeSlow(length);
    let read = 0;
    while (read < length) {
      const bytes = readSync(descriptor, this.#memory, read, length - read, read);
      if (bytes === 0) throw new Error('The body of the event is incomplete.');
      read += bytes;
    }
    return this.#memory.toString('base64', 0, length);
  }
}
