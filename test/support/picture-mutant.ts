import { seededNumbers } from './seeded-numbers.ts';

/** A picture file with some other bytes, mostly near its start; every third one is cut off too. */
export function pictureMutant(file: Buffer, seed: number): Buffer {
  const below = seededNumbers(seed);
  const copy = Buffer.from(below(3) === 0 ? file.subarray(0, below(file.length)) : file);
  for (let count = 1 + below(4); count > 0 && copy.length > 0; count -= 1) {
    copy[below(below(2) === 0 ? copy.length : Math.min(copy.length, 64))] = below(256);
  }
  return copy;
}
