import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod';

/** The encodings of a file's bytes. Each file is compressed when the function is bundled, never at run time. */
export type Encoding = 'br' | 'gzip' | 'identity';

const manifest = z.record(z.string(), z.object({ contentType: z.string(), hash: z.string() }));

/** The list of the files, written by the bundler and read here. */
export type PageManifest = z.output<typeof manifest>;

export const manifestName = 'manifest.json';

/**
 * The names of a file's compressed versions. The uncompressed version is not stored: for a client without either
 * encoding, the file is decompressed.
 */
export const packedNames = (name: string): Record<Exclude<Encoding, 'identity'>, string> => ({
  br: `${name}.br`,
  gzip: `${name}.gz`,
});

const unpack = promisify(gunzip);

/** The files of the docs page, in a folder of the function's bundle. */
export class PageFiles {
  readonly #folder: string;
  readonly #manifest: PageManifest;

  constructor(folder: string) {
    this.#folder = folder;
    this.#manifest = manifest.parse(JSON.parse(readFileSync(join(folder, manifestName), 'utf8')));
  }

  /** Returns the media type and the content hash of a file; undefined if it does not exist. */
  find(name: string): PageManifest[string] | undefined {
    return Object.hasOwn(this.#manifest, name) ? this.#manifest[name] : undefined;
  }

  /** Returns the bytes of a file in that encoding. */
  async read(name: string, encoding: Encoding): Promise<Uint8Array> {
    const { br, gzip } = packedNames(name);
    const bytes = await readFile(join(this.#folder, encoding === 'br' ? br : gzip));
    return encoding === 'identity' ? await unpack(bytes) : bytes;
  }
}
