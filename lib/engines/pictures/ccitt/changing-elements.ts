/** A picture in two colours: rows of bits from the top, each in whole bytes. */
export interface Bitmap {
  width: number;
  height: number;
  data: Uint8Array;
}

export const rowBytes = (width: number): number => Math.ceil(width / 8);

const onesOf = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** The bit that most pixels have: paper, whose runs have shorter codes. */
export function commonBit({ data }: Bitmap): 0 | 1 {
  let ones = 0;
  for (const byte of data) ones += onesOf[byte] as number;
  return ones > data.length * 4 ? 1 : 0;
}

/** Entries after the last change of a row. Coding looks at two further than it needs. */
const sentinels = 4;

/** An array for the changes of a row. */
export const changesFor = (width: number): Uint32Array => new Uint32Array(width + 1 + sentinels);

/**
 * Finds where the pixels of a row change colour: where the first black run begins and ends, and so on. The width follows
 * the last change.
 *
 * @param white the bit of white pixels
 * @returns the number of changes
 */
export function findChanges(
  { width, data }: Bitmap,
  row: number,
  white: 0 | 1,
  changes: Uint32Array,
): number {
  const start = row * rowBytes(width);
  let count = 0;
  let last: number = white;
  for (let x = 0; x < width; x += 8) {
    const byte = data[start + (x >> 3)] as number;
    if (byte === (last === 0 ? 0 : 0xff)) continue;
    const end = Math.min(8, width - x);
    for (let bit = 0; bit < end; bit += 1) {
      const value = (byte >> (7 - bit)) & 1;
      if (value === last) continue;
      changes[count] = x + bit;
      count += 1;
      last = value;
    }
  }
  endChanges(changes, count, width);
  return count;
}

/** Puts the width after the last change. */
export function endChanges(changes: Uint32Array, count: number, width: number): void {
  changes.fill(width, count, count + sentinels);
}

/** Makes the black runs of a row, whose pixels are white so far. */
export function paintRuns(
  { width, data }: Bitmap,
  row: number,
  white: 0 | 1,
  changes: Uint32Array,
  count: number,
): void {
  const start = row * rowBytes(width);
  for (let index = 0; index < count; index += 2) {
    const [from, to] = [changes[index] as number, Math.min(width, changes[index + 1] as number)];
    for (let x = from; x < to;) {
      const isWhole = (x & 7) === 0 && to - x >= 8;
      const at = start + (x >> 3);
      if (isWhole) data[at] = white === 1 ? 0 : 0xff;
      else data[at] = (data[at] as number) ^ (0x80 >> (x & 7));
      x += isWhole ? 8 : 1;
    }
  }
}
