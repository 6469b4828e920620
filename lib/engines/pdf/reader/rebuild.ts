import { AppError } from '../../../base/app-error.ts';
import { keys } from '../keys.ts';
import { PDFDict, type PDFRef } from '../objects.ts';
import { refOf } from '../syntax/references.ts';
import { scanObjects } from './object-scan.ts';
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
 * Fills the file's table with what a scan of the whole file finds; of several objects with one number the last counts.
 *
 * @throws AppError `damaged-document` when there is no object, `file-too-large`
 */
export function findObjects(file: PdfFile): Rebuilt {
  const { bytes, table } = file;
  file.note('cross-reference-rebuilt');
  if (!bytes.subarray(0, headerWindow).includes('%PDF-')) file.note('header-missing');
  const trailer = new Trailer();
  const objectStreams: number[] = [];
  scanObjects(file, {
    object: ({ number, generation, start }) => table.replace(number, Location.offset, start, generation),
    dictionary: ({ number }, entries) => {
      const type = entries.name('Type');
      if (type === 'ObjStm') objectStreams.push(number);
      const dict = type === 'XRef' ? file.dictionary(entries.start)?.dict : undefined;
      if (dict) trailer.addNewer(dict);
    },
    trailer: (dict) => trailer.addNewer(dict),
  });
  if (table.length === 0) throw new AppError('damaged-document', 'is damaged: it holds no PDF objects');
  return { trailer, objectStreams };
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
  return dict instanceof PDFDict && dict.has(keys.Pages);
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
