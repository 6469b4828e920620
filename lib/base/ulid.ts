import { randomFillSync } from 'node:crypto';
import { ulid } from 'ulid';

/** Random numbers from the system, of which each digit takes one. By itself, the library requests each from the system. */
const numbers = new Uint32Array(256);
let used = numbers.length;

/** @returns a random number from 0 up to, but not including, 1 */
function random(): number {
  if (used === numbers.length) {
    randomFillSync(numbers);
    used = 0;
  }
  const number = numbers[used] ?? 0;
  used += 1;
  return number / 2 ** 32;
}

/** Returns a new ULID: the time in milliseconds, and 80 random bits. */
export const newUlid = (): string => ulid(undefined, random);
