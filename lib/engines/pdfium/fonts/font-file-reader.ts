import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The tag at the start of a collection of fonts. */
export const collectionTag = 0x74746366;

const cmapTag = 0x636d6170;

/** Sizes in collections, table directories and `cmap` (OpenType 1.9). */
const bytes = { collection: 12, offset: 4, directory: 12, table: 16, cmap: 4, encoding: 8 } as const;

/** A face's file. */
export interface FaceFile {
  path: string;
  bytes: number;
  /** Where the face starts; 0 unless the file is a collection. */
  start: number;
  isCollection: boolean;
  /** Where its `cmap` says that characters have the encoding of Mac OS. */
  macEncodings: readonly number[];
}

/**
 * Finds a face in its file, of which only the directories are read.
 *
 * @param index the face's place in a collection of fonts; 0 in other files
 */
export function openFace(path: string, index: number): FaceFile {
  const descriptor = openSync(path, 'r');
  const at = (position: number, length: number): Buffer => {
    const read = Buffer.alloc(length);
    readSync(descriptor, read, 0, length, position);
    return read;
  };
  try {
    const isCollection = at(0, 4).readUInt32BE() === collectionTag;
    const start = isCollection ? at(bytes.collection + bytes.offset * index, 4).readUInt32BE() : 0;
    const macEncodings = findMacEncodings(at, start);
    return { path, bytes: fstatSync(descriptor).size, start, isCollection, macEncodings };
  } finally {
    closeSync(descriptor);
  }
}

function findMacEncodings(at: (position: number, length: number) => Buffer, start: number): number[] {
  const tables = at(start + 4, 2).readUInt16BE();
  const directory = at(start + bytes.directory, tables * bytes.table);
  for (let entry = 0; entry < directory.length; entry += bytes.table) {
    if (directory.readUInt32BE(entry) !== cmapTag) continue;
    const cmap = directory.readUInt32BE(entry + 8);
    const encodings = at(cmap + 2, 2).readUInt16BE();
    const places = Array.from(
      { length: encodings },
      (_, place) => cmap + bytes.cmap + place * bytes.encoding,
    );
    // Platform 1, encoding 0.
    return places.filter((place) => at(place, 4).readUInt32BE() === 0x1_0000);
  }
  return [];
}

/**
 * Fills `target` with the file's bytes from `start` on. The encoding of Mac OS is hidden: PDFium prefers it to Unicode for
 * some fonts that are not embedded, and then ignores which characters the document names.
 */
export function readFace({ path, macEncodings }: FaceFile, start: number, target: Uint8Array): void {
  const descriptor = openSync(path, 'r');
  try {
    let filled = 0;
    while (filled < target.length) {
      const read = readSync(descriptor, target, filled, target.length - filled, start + filled);
      if (read === 0) break;
      filled += read;
    }
  } finally {
    closeSync(descriptor);
  }
  for (const place of macEncodings) {
    // An encoding of the platform that nobody asks for.
    const [high, low] = [place - start + 2, place - start + 3];
    if (high >= 0 && low < target.length) target.fill(0xff, high, low + 1);
  }
}
