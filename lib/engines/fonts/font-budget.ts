import { InputFault } from '../../base/input-fault.ts';
import { limits } from '../../base/limits.ts';

/** The bytes that the fonts of one conversion may have when they are unpacked. */
export class FontBudget {
  #left: number;

  constructor(bytes: number = limits.fontBytes) {
    this.#left = bytes;
  }

  /** @throws InputFault `file-too-large` when fewer than `bytes` are left */
  require(bytes: number): void {
    if (bytes <= this.#left) return;
    const message = `exceeds the limit of ${limits.fontBytes} bytes for all fonts of a request, unpacked`;
    throw new InputFault('file-too-large', message);
  }

  /** @throws InputFault `file-too-large` */
  take(bytes: number): void {
    this.require(bytes);
    this.#left -= bytes;
  }
}
