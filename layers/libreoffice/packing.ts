import { packFrames, type PackedFrames } from '../pack-frames.ts';

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

/** One entry of `packed/manifest.json`. */
export interface PackedLibrary extends PackedFrames {
  readonly file: string;
  /** The folder of the library. */
  readonly target: 'program' | 'lib';
}

export async function packLibrary(
  file: string,
  target: PackedLibrary['target'],
  bytes: Buffer,
): Promise<{ entry: PackedLibrary; packed: Buffer }> {
  const { packed, manifest } = await packFrames(bytes);
  return { entry: { file, target, ...manifest }, packed };
}

/** The text of `packed/manifest.json`, with entries in a fixed order. */
export function formatManifest(entries: readonly PackedLibrary[]): string {
  const sorted = [...entries].sort((one, other) => (one.file < other.file ? -1 : 1));
  return `${JSON.stringify(sorted, null, 2)}\n`;
}
