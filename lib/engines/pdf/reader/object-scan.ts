import type { PDFDict } from '../objects.ts';
import { CharacterClass, classOf, isDigit } from '../syntax/characters.ts';
import type { DictEntries } from '../syntax/dict-entries.ts';
import { readInteger, skipSpace } from '../syntax/lexer.ts';
import { maxObjectNumber } from './object-table.ts';
import type { PdfFile } from './pdf-file.ts';

/** The head `n g obj` of an object. */
export interface ObjectHead {
  number: number;
  generation: number;
  /** The position of the head. */
  start: number;
}

/** Receives the objects of a scan in file order. */
export interface ScanVisitor {
  object: (head: ObjectHead) => void;
  /** The dictionary of an object that was passed to {@link object}, if it starts with a well-formed one. */
  dictionary?: (head: ObjectHead, entries: DictEntries) => void;
  trailer?: (dict: PDFDict) => void;
}

/**
 * Scans a file from start to end for `n g obj` and trailers, without its cross-reference. Skips streams, so their data
 * are never taken for objects.
 */
export function scanObjects(file: PdfFile, visitor: ScanVisitor): void {
  const { bytes } = file;
  let trailer = visitor.trailer ? bytes.indexOf('trailer') : -1;
  let object = bytes.indexOf('obj');
  while (object >= 0 || trailer >= 0) {
    if (trailer >= 0 && (object < 0 || trailer < object)) {
      const dict = file.dictionary(trailer + 'trailer'.length)?.dict;
      if (dict) visitor.trailer?.(dict);
      trailer = bytes.indexOf('trailer', trailer + 1);
    } else {
      const after = readObject(file, object, visitor);
      object = bytes.indexOf('obj', after);
      if (trailer >= 0 && trailer < after) trailer = bytes.indexOf('trailer', after);
    }
  }
}

/** Visits the object whose keyword `obj` is at `keyword`. Returns the position to continue from. */
function readObject(file: PdfFile, keyword: number, visitor: ScanVisitor): number {
  const { bytes } = file;
  const after = keyword + 'obj'.length;
  const head = headBefore(bytes, keyword);
  if (!head) return after;
  visitor.object(head);
  const start = skipSpace(bytes, after, bytes.length);
  file.reading.read(start - head.start);
  const entries = file.entries(bytes, start, bytes.length);
  if (!entries) return after;
  visitor.dictionary?.(head, entries);
  return file.streams.end(entries.end, lengthOf(file, entries)) ?? entries.end;
}

function lengthOf(file: PdfFile, entries: DictEntries): number {
  const reference = entries.reference('Length');
  return (reference === undefined ? entries.integer('Length') : file.integer(reference)) ?? -1;
}

/** Reads `n g ` backwards from the keyword `obj`. */
function headBefore(bytes: Buffer, keyword: number): ObjectHead | undefined {
  const generationEnd = spaceBefore(bytes, keyword);
  const generationStart = digitsBefore(bytes, generationEnd);
  const numberEnd = spaceBefore(bytes, generationStart);
  const start = digitsBefore(bytes, numberEnd);
  if (generationStart === generationEnd || numberEnd === generationStart || start === numberEnd)
    return undefined;
  const number = readInteger(bytes, start, numberEnd);
  if (number < 1 || number > maxObjectNumber) return undefined;
  return { number, generation: readInteger(bytes, generationStart, generationEnd), start };
}

function spaceBefore(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at > 0 && classOf[bytes[at - 1] as number] === CharacterClass.space) at -= 1;
  return at;
}

/** Reads no more digits than numbers have. */
function digitsBefore(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at > 0 && end - at < 10 && isDigit(bytes[at - 1])) at -= 1;
  return at;
}
