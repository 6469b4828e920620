import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';

/**
 * Libraries too large to be in the layer as they are: Lambda allows function and layers 250 MiB unzipped. These four
 * are nearly half of LibreOffice, so that packing them alone makes it fit, and leaves the least to unpack at a start.
 * By the beginning of their names, since some carry a version.
 */
const packedLibraries = ['libmergedlo.so', 'libswlo.so', 'libsclo.so', 'libicudata.so.'];

export const isPacked = (fileName: string): boolean =>
  packedLibraries.some((start) => (start.endsWith('.') ? fileName.startsWith(start) : fileName === start));

/** Checks that each of the packed libraries was met, so that a new version's new names do not pass unseen. */
export function checkAllPacked(fileNames: readonly string[]): void {
  for (const start of packedLibraries) {
    if (!fileNames.some((name) => isPacked(name) && name.startsWith(start))) {
      throw new Error(
        `LibreOffice came without ${start}*, which should be packed; see libreoffice/packing.ts.`,
      );
    }
  }
}

/** One entry of `packed/manifest.json`: a library and where it belongs, with size and hash of its unpacked bytes. */
export interface PackedLibrary {
  readonly file: string;
  readonly target: 'program' | 'lib';
  readonly size: number;
  readonly sha256: string;
}

/**
 * Level 9: level 19 saves 6 MB more of the layer, but its larger window takes 40 % more CPU time to unpack at every
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

/** The text of `packed/manifest.json`, entries in a fixed order. */
export function formatManifest(entries: readonly PackedLibrary[]): string {
  const sorted = [...entries].sort((one, other) => (one.file < other.file ? -1 : 1));
  return `${JSON.stringify(sorted, null, 2)}\n`;
}
