import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';

/**
 * Libraries too large to be stored unpacked: Lambda allows function and layers 250 MiB unzipped. These four are nearly
 * half of LibreOffice, so packing only them makes it fit and leaves the least to unpack on start. Listed by the start
 * of their names, since some include a version.
 */
const packedLibraries = ['libmergedlo.so', 'libswlo.so', 'libsclo.so', 'libicudata.so.'];

export const isPacked = (fileName: string): boolean =>
  packedLibraries.some((start) => (start.endsWith('.') ? fileName.startsWith(start) : fileName === start));

/** Checks that each of the packed libraries was found, so that renamed files of a new version do not go unnoticed. */
export function checkAllPacked(fileNames: readonly string[]): void {
  for (const start of packedLibraries) {
    if (!fileNames.some((name) => isPacked(name) && name.startsWith(start))) {
      throw new Error(
        `LibreOffice came without ${start}*, which should be packed; see libreoffice/packing.ts.`,
      );
    }
  }
}

/** One entry of `packed/manifest.json`: a library and its target, with size in bytes and hash of the unpacked file. */
export interface PackedLibrary {
  readonly file: string;
  readonly target: 'program' | 'lib';
  readonly size: number;
  readonly sha256: string;
}

/**
 * Level 9: level 19 makes the layer 6 MB smaller, but its larger window takes 40 % more CPU time to unpack on every
 * cold start, and minutes to pack.
 */
const level = 9;

export async function packLibrary(
  file: string,
  target: PackedLibrary['target'],
  bytes: Buffer,
): Promise<{ entry: PackedLibrary; packed: Buffer }> {
  const packed = await promisify(zstdCompress)(bytes, {
    params: {
      [constants.ZSTD_c_compressionLevel]: level,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { entry: { file, target, size: bytes.length, sha256 }, packed };
}

/** The text of `packed/manifest.json`, with entries in a fixed order. */
export function formatManifest(entries: readonly PackedLibrary[]): string {
  const sorted = [...entries].sort((one, other) => (one.file < other.file ? -1 : 1));
  return `${JSON.stringify(sorted, null, 2)}\n`;
}
