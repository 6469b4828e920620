import { endOfDigits, readInteger, skipSpace, startsWith } from '../syntax/lexer.ts';
import { CrossReferenceError } from './cross-reference-error.ts';
import { Location, maxObjectNumber } from './object-table.ts';
import type { PdfFile } from './pdf-file.ts';

/** The result of reading a cross-reference table. */
export interface TableRead {
  /** The position after the keyword `trailer`. */
  end: number;
  /** Enters the free objects, which the cross-reference stream of a hybrid file may still locate. */
  enterFree(): void;
}

/** The bytes `n` and `f`, which end an entry. */
const inUse = 110;
const free = 102;

/**
 * Reads a table after the keyword `xref` into the file's table (PDF 32000-1, 7.5.4). Entries may have any width.
 *
 * @throws CrossReferenceError
 */
export function readCrossReferenceTable(file: PdfFile, start: number): TableRead {
  const { bytes, table } = file;
  const end = bytes.length;
  const freeNumbers: number[] = [];
  let at = skipSpace(bytes, start, end);
  while (!startsWith(bytes, at, 'trailer')) {
    const first = readInteger(bytes, at, end);
    at = skipSpace(bytes, endOfDigits(bytes, at, end), end);
    const count = readInteger(bytes, at, end);
    at = skipSpace(bytes, endOfDigits(bytes, at, end), end);
    if (first < 0 || count < 0) throw new CrossReferenceError('A subsection has no numbers', bytes);
    for (let number = first; number < first + count; number += 1) {
      const offset = readInteger(bytes, at, end);
      at = skipSpace(bytes, endOfDigits(bytes, at, end), end);
      const generation = readInteger(bytes, at, end);
      at = skipSpace(bytes, endOfDigits(bytes, at, end), end);
      const kind = bytes[at];
      // A subsection with fewer entries than declared is rejected too: the missing objects would be lost.
      if (generation < 0 || (kind !== inUse && kind !== free)) {
        throw new CrossReferenceError('An entry of the table is malformed', bytes);
      }
      if (number > maxObjectNumber) throw new CrossReferenceError('An object number is too high', bytes);
      // Offset 0 is the header. Writers use it for objects that do not exist.
      if (kind === free || offset === 0) freeNumbers.push(number);
      else if (number > 0) table.add(number, Location.offset, offset, generation);
      at = skipSpace(bytes, at + 1, end);
    }
  }
  return {
    end: at + 'trailer'.length,
    enterFree: () => {
      for (const number of freeNumbers) table.add(number, Location.free, 0, 0);
    },
  };
}
