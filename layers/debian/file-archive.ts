import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file that the lock pins: its size in bytes and its hash in lower-case hexadecimal. */
export interface PinnedFile {
  readonly size: number;
  readonly sha256: string;
}

/** The SHA-256 of a file, in lower-case hexadecimal. */
export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Downloaded files, each stored under its SHA-256 and used only after its hash has been verified. */
export class FileArchive<File extends PinnedFile> {
  protected readonly folder: string;
  readonly #extension: string;

  constructor(folder: string, extension: string) {
    this.folder = folder;
    this.#extension = extension;
  }

  /** The path of a file, whether or not it is stored. */
  path({ sha256 }: PinnedFile): string {
    return join(this.folder, `${sha256}${this.#extension}`);
  }

  /** The members of `files` that are not stored; a stored file with wrong content counts as absent. */
  async absent(files: readonly File[]): Promise<File[]> {
    const absent: File[] = [];
    for (const one of files) {
      const path = this.path(one);
      const size = await stat(path).then(
        (found) => found.size,
        () => -1,
      );
      if (size !== one.size || (await sha256Of(path)) !== one.sha256) absent.push(one);
    }
    return absent;
  }
}
