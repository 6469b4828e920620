import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** The tag at the start of a collection of fonts. */
export const collectionTag = 0x74746366;

/** The places of the fonts in a collection. */
const [headerBytes, offsetBytes] = [12, 4];

/** A face's file. */
export interface FaceFile {
  path: string;
  bytes: number;
  /** Where the face starts; 0 unless the file is a collection. */
  start: number;
  isCollection: boolean;
}

/**
 * Finds a face in its file, of which only the header is read.
 *
 * @param index the face's place in a collection of fonts; 0 in other files
 */
export function openFace(path: string, index: number): FaceFile {
  const header = Buffer.alloc(headerBytes + offsetBytes * (index + 1));
  const descriptor = openSync(path, 'r');
  try {
    readSync(descriptor, header, 0, header.length, 0);
    const isCollection = header.readUInt32BE(0) === collectionTag;
    const start = isCollection ? header.readUInt32BE(headerBytes + offsetBytes * index) : 0;
    return { path, bytes: fstatSync(descriptor).size, start, isCollection };
  } finally {
    closeSync(descriptor);
  }
}

/** Fills `target` with the file's bytes from `start` on. */
export function readFace({ path }: FaceFile, start: number, target: Uint8Array): void {
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
}
