import { Buffer } from 'node:buffer';

/**
 * Holds one text after another as bytes in the same memory. Lambda's own runtime reads events outside V8's heap; new
 * buffers for each event would have V8 collect the function's whole heap after a few large events.
 */
export class TextMemory {
  #memory = Buffer.alloc(0);
  #length = 0;

  clear() {
    this.#length = 0;
  }

  /** @param {Buffer} chunk UTF-8, which may end within a character */
  add(chunk) {
    const length = this.#length + chunk.length;
    if (length > this.#memory.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length, 2 * this.#memory.length));
      this.#memory.copy(larger, 0, 0, this.#length);
      this.#memory = larger;
    }
    chunk.copy(this.#memory, this.#length);
    this.#length = length;
  }

  toString() {
    return this.#memory.toString('utf8', 0, this.#length);
  }
}
