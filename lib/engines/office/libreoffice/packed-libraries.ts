import { createReadStream, createWriteStream } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

/** A library that the layer stores compressed because the layers' size is limited. */
export interface PackedLibrary {
  /** Name of the unpacked file; `<file>.zst` in the layer. */
  file: string;
  /** LibreOffice's folder for the file. */
  target: 'program' | 'lib';
  /** Unpacked size in bytes. */
  size: number;
}

const packedFolder = 'packed';
const chunkSize = 1024 * 1024;

function isPackedLibrary(value: unknown): value is PackedLibrary {
  if (typeof value !== 'object' || value === null) return false;
  const { file, target, size } = value as Record<string, unknown>;
  return (
    typeof file === 'string' &&
    !file.includes('/') &&
    (target === 'program' || target === 'lib') &&
    typeof size === 'number'
  );
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
 * Unpacks one library to `target`, read-only. The layer's build checks hashes; here zstd's checksum and the size detect
 * a damaged file.
 */
export async function unpackLibrary(root: string, library: PackedLibrary, target: string): Promise<void> {
  try {
    await pipeline(
      createReadStream(join(root, packedFolder, `${library.file}.zst`), { highWaterMark: chunkSize }),
      createZstdDecompress({ chunkSize }),
      createWriteStream(target, { mode: 0o444, flags: 'wx', highWaterMark: 4 * chunkSize }),
    );
    const { size } = await stat(target);
    if (size !== library.size) throw new Error(`it has ${size} bytes instead of ${library.size}`);
  } catch (cause) {
    await rm(target, { force: true });
    throw new Error(`${library.file} cannot be unpacked`, { cause });
  }
}
