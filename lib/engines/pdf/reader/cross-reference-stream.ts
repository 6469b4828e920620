import { decodeStream, filtersOf } from '../filters/decode-stream.ts';
import { keys } from '../keys.ts';
import { PDFArray, type PDFDict, type PDFName, PDFNumber } from '../objects.ts';
import { ReferenceReader } from '../syntax/lexer.ts';
import { CrossReferenceError } from './cross-reference-error.ts';
import { Location, maxObjectNumber } from './object-table.ts';
import type { PdfFile } from './pdf-file.ts';

const head = new ReferenceReader();

/**
 * Reads the cross-reference stream at `at` into the file's table (PDF 32000-1, 7.5.8). Returns its dictionary, which is
 * also a trailer.
 *
 * @throws CrossReferenceError
 */
export function readCrossReferenceStream(file: PdfFile, at: number): PDFDict {
  const { bytes } = file;
  const fail = (reason: string): CrossReferenceError => new CrossReferenceError(reason, bytes);
  if (!head.objectHead(bytes, at, bytes.length)) throw fail('There is no cross-reference at its offset');
  const found = file.dictionary(head.end);
  if (!found) throw fail('The cross-reference stream has no dictionary');
  const { dict, end } = found;
  const length = dict.get(keys.Length);
  const extent = file.streams.extent(end, length instanceof PDFNumber ? length.asNumber() : -1);
  const filters = filtersOf(dict);
  const decoded =
    extent &&
    filters &&
    decodeStream(bytes.subarray(extent.start, extent.end), filters, file.budget.structure);
  const widths = integers(dict, keys.W);
  if (!decoded || !widths) throw fail('The cross-reference stream cannot be decoded');
  const { bytes: data } = decoded;
  const rows = Math.floor(data.length / widths.reduce((sum, width) => sum + width, 0));
  // More entries than the size are accepted, fewer are not.
  const sections = integers(dict, keys.Index) ?? [0, Math.max(sizeIn(dict), rows)];
  if (!readEntries(file, data, widths, sections)) throw fail('The cross-reference stream is malformed');
  return dict;
}

/** The types of entries (table 18). Any other type is a null object. */
const locations: Readonly<Record<number, Location>> = { 1: Location.offset, 2: Location.objectStream };

function readEntries(file: PdfFile, data: Uint8Array, widths: number[], sections: number[]): boolean {
  const [typeWidth = 0, positionWidth = 0, detailWidth = 0] = widths;
  const width = typeWidth + positionWidth + detailWidth;
  if (width < 1 || [typeWidth, positionWidth, detailWidth].some((bytes) => bytes < 0 || bytes > 8))
    return false;
  let at = 0;
  for (let section = 0; section + 1 < sections.length; section += 2) {
    const first = sections[section] as number;
    const count = sections[section + 1] as number;
    // Objects without an entry would be lost.
    if (at + count * width > data.length) return false;
    for (let number = first; number < first + count; number += 1) {
      if (number > maxObjectNumber) return false;
      const type = typeWidth === 0 ? 1 : field(data, at, typeWidth);
      const position = field(data, at + typeWidth, positionWidth);
      const detail = field(data, at + typeWidth + positionWidth, detailWidth);
      if (number > 0) file.table.add(number, locations[type] ?? Location.free, position, detail);
      at += width;
    }
  }
  return true;
}

/** The number of entries that a stream without `Index` declares. */
function sizeIn(dict: PDFDict): number {
  const size = dict.lookup(keys.Size);
  return size instanceof PDFNumber ? size.asNumber() : 0;
}

/** A big-endian integer. */
function field(data: Uint8Array, at: number, width: number): number {
  let value = 0;
  for (let index = 0; index < width; index += 1) value = value * 256 + (data[at + index] as number);
  return value;
}

/** An array of non-negative integers; undefined if it is absent or has other items. */
function integers(dict: PDFDict, key: PDFName): number[] | undefined {
  const array = dict.lookup(key);
  if (!(array instanceof PDFArray)) return undefined;
  const numbers = array.asArray().map((item) => (item instanceof PDFNumber ? item.asNumber() : -1));
  return numbers.every((number) => Number.isInteger(number) && number >= 0) ? numbers : undefined;
}
