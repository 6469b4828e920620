import { isDigit } from '../syntax/characters.ts';
import { DictEntries, endOfValue } from '../syntax/dict-entries.ts';
import { endOfRegular, ReferenceReader, skipSpace } from '../syntax/lexer.ts';
import type { PdfFile } from './pdf-file.ts';

/** What an object takes in its file, and what it refers to. Sizes in bytes. */
export interface MeasuredObject {
  /** The size of the object without the data of a stream. */
  head: number;
  /** The size of a stream's data; 0 for other objects. */
  data: number;
  /** Whether the data of a stream are encoded, so a copy does not compress them. */
  encoded: boolean;
  /** The numbers of the objects that it refers to. */
  references: Uint32Array;
}

const nothing: MeasuredObject = { head: 0, data: 0, encoded: false, references: new Uint32Array() };

/** Measures an object without parsing it. An object that only a parser can read counts as nothing. */
export function measureObject(file: PdfFile, number: number): MeasuredObject {
  const located = file.locate(number);
  if (!located) return nothing;
  const { bytes, inObjectStream } = located;
  const { depth } = file.budget.limits;
  const start = skipSpace(bytes, located.start, located.end);
  const end = endOfValue(bytes, start, located.end, depth);
  if (end < 0) return nothing;
  file.reading.read(end - start);
  const references = referencesIn(bytes, start, end);
  const head = end - start;
  if (inObjectStream || !file.streams.follows(end)) return { ...nothing, head, references };
  const entries = DictEntries.at(bytes, start, end, depth);
  const extent = file.streams.extent(end, lengthIn(file, entries));
  const data = extent ? extent.end - extent.start : 0;
  return { head, data, encoded: entries?.has('Filter') ?? false, references };
}

function lengthIn(file: PdfFile, entries: DictEntries | undefined): number {
  const reference = entries?.reference('Length');
  return reference === undefined ? (entries?.integer('Length') ?? -1) : file.integer(reference);
}

const reader = new ReferenceReader();

/** The object numbers of the references between these positions. Also finds what looks like one in a string. */
function referencesIn(bytes: Uint8Array, start: number, end: number): Uint32Array {
  const numbers: number[] = [];
  for (let at = start; at < end;) {
    if (!isDigit(bytes[at])) {
      at += 1;
    } else if (reader.reference(bytes, at, end)) {
      numbers.push(reader.number);
      at = reader.end;
    } else {
      at = endOfRegular(bytes, at, end);
    }
  }
  return Uint32Array.from(numbers);
}
