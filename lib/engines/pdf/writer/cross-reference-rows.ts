import { deflate } from '../filters/deflate.ts';
import { compressionLevel } from './compression-level.ts';
import type { ObjectPlaces } from './object-places.ts';

const rowLength = 20;

/**
 * The rows of a cross-reference table (PDF 32000-1, 7.5.4).
 *
 * @param first the number of the first object
 */
export function tableRows(places: ObjectPlaces, size: number, first = 0): Buffer {
  const rows = Buffer.alloc((size - first) * rowLength, '0000000000 65535 f\r\n', 'latin1');
  for (let number = Math.max(first, 1); number < size; number += 1) {
    const place = places.position(number);
    const at = (number - first) * rowLength;
    if (place === 0) continue;
    let rest = place;
    for (let digit = at + 9; digit >= at; digit -= 1) {
      rows[digit] = 48 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    rows.write(' 00000 n\r\n', at + 10, 'latin1');
  }
  return rows;
}

/** A cross-reference stream: its data, and the dictionary entries that describe their format. */
export interface StreamRows {
  format: string;
  data: Buffer;
}

/** The type and the index in an object stream take a byte each. No stream has more than 256 objects. */
const otherBytes = 2;

/**
 * The rows of a cross-reference stream (7.5.8.3), each as the difference to the previous one.
 *
 * @param size the number after the last object
 * @param length no object begins after this offset
 * @param first the number of the first object
 * @param level of zlib
 */
export function streamRows(
  places: ObjectPlaces,
  {
    size,
    length,
    first = 0,
    level = compressionLevel,
  }: { size: number; length: number; first?: number; level?: number | undefined },
): StreamRows {
  const positionBytes = bytesFor(Math.max(size, length));
  const rowBytes = positionBytes + otherBytes;
  // A tag before each row gives its predictor: 2 is the row above.
  const rows = Buffer.alloc((size - first) * (rowBytes + 1), Uint8Array.of(2, ...new Uint8Array(rowBytes)));
  const above = new Uint8Array(rowBytes);
  let at = 1;
  const put = (column: number, value: number): void => {
    rows[at + column] = value - (above[column] as number);
    above[column] = value;
  };
  for (let number = first; number < size; number += 1) {
    const position = places.position(number);
    const index = places.index(number);
    put(0, position === 0 ? 0 : index < 0 ? 1 : 2);
    let rest = position;
    for (let column = positionBytes; column > 0; column -= 1) {
      put(column, rest % 256);
      rest = Math.floor(rest / 256);
    }
    put(rowBytes - 1, Math.max(0, index));
    at += rowBytes + 1;
  }
  return {
    format: `/W[1 ${positionBytes} 1]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${rowBytes}>>`,
    data: deflate(rows, level),
  };
}

/** The number of bytes for integers up to `largest`. */
function bytesFor(largest: number): number {
  let bytes = 1;
  while (largest >= 256 ** bytes) bytes += 1;
  return bytes;
}
