import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { arePackedFrames, type PackedFrames, unpackFiles } from '../../../base/packed-files.ts';

/** A library that the layer stores compressed because the layers' size is limited. */
export interface PackedLibrary extends PackedFrames {
  /** Name of the unpacked file; `<file>.zst` in the layer. */
  file: string;
  /** LibreOffice's folder for the file. */
  target: 'program' | 'lib';
}

const packedFolder = 'packed';

function isPackedLibrary(value: unknown): value is PackedLibrary {
  if (!arePackedFrames(value)) return false;
  const { file, target } = value as { file?: unknown; target?: unknown };
  return typeof file === 'string' && !file.includes('/') && (target === 'program' || target === 'lib');
}

/** The libraries that the layer at `root` stores compressed. */
export async function readPackedLibraries(root: string): Promise<PackedLibrary[]> {
  const file = join(root, packedFolder, 'manifest.json');
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
  if (!Array.isArray(manifest) || !manifest.every(isPackedLibrary)) {
    throw new Error(`${file} is not a list of packed libraries`);
  }
  return manifest;
}

/**
 * Unpacks libraries, read-only. The layer's build checks hashes; here zstd's checksums and the sizes detect damaged files.
 *
 * @param folderOf returns the folder for a library
 * @throws Error when one cannot be unpacked; none is left
 */
export async function unpackLibraries(
  root: string,
  libraries: readonly PackedLibrary[],
  folderOf: (library: PackedLibrary) => string,
): Promise<void> {
  const files = libraries.map((library) => ({
    packed: join(root, packedFolder, `${library.file}.zst`),
    frames: library,
    target: join(folderOf(library), library.file),
    mode: 0o444,
  }));
  try {
    await unpackFiles(files);
  } catch (cause) {
    await Promise.all(files.map(({ target }) => rm(target, { force: true })));
    throw new Error(`LibreOffice cannot be unpacked from ${root}`, { cause });
  }
}
