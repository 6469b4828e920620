import { InputFault } from '../../../base/input-fault.ts';
import { keys } from '../keys.ts';
import { PDFDict, type PDFRef } from '../objects.ts';
import { refOf } from '../syntax/references.ts';
import { scanObjects } from './object-scan.ts';
import { Location, maxObjectNumber } from './object-table.ts';
import type { PdfFile } from './pdf-file.ts';
import { Trailer } from './trailer.ts';

/** The results of a scan besides the objects outside object streams. */
export interface Rebuilt {
  trailer: Trailer;
  /** The numbers of the object streams in file order. */
  objectStreams: number[];
}

const headerWindow = 1024;

/**
 * Fills the file's table by a scan of the whole file. Of several objects with one number the last counts.
 *
 * @throws InputFault `damaged-document` if there is no object, `file-too-large`
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
  if (table.length === 0) throw new InputFault('damaged-document', 'is damaged: it contains no PDF objects');
  return { trailer, objectStreams };
}

/**
 * Enters the objects of object streams, and searches for a catalog if no trailer names one. Call it after {@link
 * findObjects}, once the file can be decrypted.
 */
export function findCompressedObjects(file: PdfFile, { trailer, objectStreams }: Rebuilt): void {
  const { table } = file;
  for (const number of objectStreams) {
    const position = table.position(number);
    for (const [index, member] of (file.objectStreams.get(number)?.numbers ?? []).entries()) {
      if (member < 1 || member > maxObjectNumber) continue;
      // Of several definitions the last one in the file counts.
      if (table.location(member) === Location.offset && table.position(member) > position) continue;
      table.replace(member, Location.objectStream, number, index);
    }
  }
  // Objects that streams or the encryption looked up before they were found.
  file.forgetObjects();
  if (!isCatalog(file, trailer.root?.objectNumber)) trailer.root = findCatalog(file) ?? trailer.root;
}

function isCatalog(file: PdfFile, number: number | undefined): boolean {
  const dict = number === undefined ? undefined : file.context.lookup(refOf(number));
  return dict instanceof PDFDict && dict.has(keys.Pages);
}

/** The last object of type catalog. */
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
