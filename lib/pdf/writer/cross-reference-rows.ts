import { deflateSync } from 'node:zlib';
import type { PackedPlace } from './object-packer.ts';

/** Where each object of a file stands, by number; what is absent is free. */
export type ObjectPlaces = (number | PackedPlace | undefined)[];

const rowLength = 20;

/** The rows of a cross-reference table, from object 0 (PDF 32000-1, 7.5.4). */
export function tableRows(places: ObjectPlaces, size: number): Buffer {
  const rows = Buffer.alloc(size * rowLength, '0000000000 65535 f\r\n', 'latin1');
  for (let number = 1; number < size; number += 1) {
    const place = places[number];
    const at = number * rowLength;
    if (typeof place !== 'number') continue;
    let rest = place;
    for (let digit = at + 9; digit >= at; digit -= 1) {
      rows[digit] = 48 + (rest % 10);
      rest = Math.floor(rest / 10);
    }
    rows.write(' 00000 n\r\n', at + 10, 'latin1');
  }
  return rows;
}

const positionBytes = 5;
const indexBytes = 2;
const rowBytes = 1 + positionBytes + indexBytes;

/** The entries of a cross-reference stream's dictionary that say how its data are to be read. */
export const streamFormat = `/W[1 ${positionBytes} ${indexBytes}]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${rowBytes}>>`;

/** The data of a cross-reference stream, from object 0 (7.5.8.3): each row as its difference to the one above. */
export function streamRows(places: ObjectPlaces, size: number): Buffer {
  const rows = Buffer.alloc(size * (rowBytes + 1));
  const above = Buffer.alloc(rowBytes);
  const row = Buffer.alloc(rowBytes);
  for (let number = 0; number < size; number += 1) {
    const place = places[number];
    row.fill(0);
    if (typeof place === 'number') {
      row[0] = 1;
      row.writeUIntBE(place, 1, positionBytes);
    } else if (place) {
      row[0] = 2;
      row.writeUIntBE(place.stream, 1, positionBytes);
      row.writeUIntBE(place.index, 1 + positionBytes, indexBytes);
    }
    const at = number * (rowBytes + 1);
    rows[at] = 2;
    for (let index = 0; index < rowBytes; index += 1) {
      rows[at + 1 + index] = (row[index] as number) - (above[index] as number);
      above[index] = row[index] as number;
    }
  }
  return deflateSync(rows);
}
