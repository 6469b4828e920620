import { PDFDict, PDFName, type PDFRef } from 'pdf-lib';
import { AppError } from '../../app-error.ts';
import { CharacterClass, classOf, isDigit } from '../syntax/characters.ts';
import type { DictEntries } from '../syntax/dict-entries.ts';
import { readInteger, skipSpace } from '../syntax/lexer.ts';
import { refOf } from '../syntax/references.ts';
import { Location, maxObjectNumber } from './object-table.ts';
import type { PdfFile } from './pdf-file.ts';
import { Trailer } from './trailer.ts';

/** What reading the whole file found besides the objects that stand in it by themselves. */
export interface Rebuilt {
  trailer: Trailer;
  /** The numbers of the object streams, in the order of the file. */
  objectStreams: number[];
}

const headerWindow = 1024;

/**
 * Fills the file's table by looking for `n g obj` from its start to its end; of several objects with one number the
 * last counts. Streams are stepped over, so that nothing in them is taken for an object.
 *
 * @throws AppError `damaged-document` when there is no object, `file-too-large`
 */
export function findObjects(file: PdfFile): Rebuilt {
  const { bytes } = file;
  file.note('cross-reference-rebuilt');
  if (!bytes.subarray(0, headerWindow).includes('%PDF-')) file.note('header-missing');
  const rebuilt: Rebuilt = { trailer: new Trailer(), objectStreams: [] };
  let trailer = bytes.indexOf('trailer');
  let object = bytes.indexOf('obj');
  while (object >= 0 || trailer >= 0) {
    if (trailer >= 0 && (object < 0 || trailer < object)) {
      const dict = file.dictionary(trailer + 'trailer'.length)?.dict;
      if (dict) rebuilt.trailer.addNewer(dict);
      trailer = bytes.indexOf('trailer', trailer + 1);
    } else {
      const after = readObject(file, object, rebuilt);
      object = bytes.indexOf('obj', after);
      if (trailer >= 0 && trailer < after) trailer = bytes.indexOf('trailer', after);
    }
  }
  if (file.table.length === 0) throw new AppError('damaged-document', 'is damaged: it holds no PDF objects');
  return rebuilt;
}

/** Enters the object whose keyword `obj` stands at `keyword`; answers where to look for the next one. */
function readObject(file: PdfFile, keyword: number, { trailer, objectStreams }: Rebuilt): number {
  const { bytes } = file;
  const after = keyword + 'obj'.length;
  const head = headBefore(bytes, keyword);
  if (!head) return after;
  file.table.replace(head.number, Location.offset, head.start, head.generation);
  const start = skipSpace(bytes, after, bytes.length);
  file.reading.read(start - head.start);
  const entries = file.entries(bytes, start, bytes.length);
  if (!entries) return after;
  const type = entries.name('Type');
  if (type === 'ObjStm') objectStreams.push(head.number);
  const dict = type === 'XRef' ? file.dictionary(start)?.dict : undefined;
  if (dict) trailer.addNewer(dict);
  return file.streams.end(entries.end, lengthOf(file, entries)) ?? entries.end;
}

function lengthOf(file: PdfFile, entries: DictEntries): number {
  const reference = entries.reference('Length');
  return (reference === undefined ? entries.integer('Length') : file.integer(reference)) ?? -1;
}

/** Reads `n g ` backwards from the keyword `obj`. */
function headBefore(
  bytes: Buffer,
  keyword: number,
): { number: number; generation: number; start: number } | undefined {
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

/** At most as many digits as numbers have. */
function digitsBefore(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at > 0 && end - at < 10 && isDigit(bytes[at - 1])) at -= 1;
  return at;
}

/**
 * Enters the objects of the object streams, and finds a catalog if the trailers named none. Comes after
 * {@link findObjects} and once the file can be decrypted.
 */
export function findCompressedObjects(file: PdfFile, { trailer, objectStreams }: Rebuilt): void {
  const { table } = file;
  for (const number of objectStreams) {
    const position = table.position(number);
    for (const [index, member] of (file.objectStreams.get(number)?.numbers ?? []).entries()) {
      if (member < 1 || member > maxObjectNumber) continue;
      // Of several definitions the one that comes last in the file counts.
      if (table.location(member) === Location.offset && table.position(member) > position) continue;
      table.replace(member, Location.objectStream, number, index);
    }
  }
  // What streams or the encryption asked for while their objects were not found yet.
  file.forgetObjects();
  if (!isCatalog(file, trailer.root?.objectNumber)) trailer.root = findCatalog(file) ?? trailer.root;
}

function isCatalog(file: PdfFile, number: number | undefined): boolean {
  const dict = number === undefined ? undefined : file.context.lookup(refOf(number));
  return dict instanceof PDFDict && dict.has(PDFName.of('Pages'));
}

/** The last object that says it is a catalog. */
function findCatalog(file: PdfFile): PDFRef | undefined {
  for (let number = file.table.length - 1; number > 0; number -= 1) {
    if (typeOf(file, number) === 'Catalog' && isCatalog(file, number)) return refOf(number);
  }
  return undefined;
}

/** The type of a dictionary, without parsing it. */
export function typeOf(file: PdfFile, number: number): string | undefined {
  const located = file.locate(number);
  if (!located) return undefined;
  return file.entries(located.bytes, located.start, located.end)?.name('Type');
}
