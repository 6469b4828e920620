import { readFile } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import * as z from 'zod';

/** How a file's bytes can be sent; each is packed when the function is bundled, and nothing at run time. */
export type Encoding = 'br' | 'gzip' | 'identity';

const manifest = z.record(z.string(), z.object({ contentType: z.string(), hash: z.string() }));

/** The files' list, written by the bundle and read here. */
export type PageManifest = z.output<typeof manifest>;

export const manifestName = 'manifest.json';

/** The file names of one packed file. Without either encoding it is not stored: whoever wants that gets it unpacked. */
export const packedNames = (name: string): Record<Exclude<Encoding, 'identity'>, string> => ({
  br: `${name}.br`,
  gzip: `${name}.gz`,
});

const unpack = promisify(gunzip);

/** The files that the docs page consists of, in a folder of the function's bundle. */
export class PageFiles {
  readonly #folder: string;
  readonly #manifest: PageManifest;

  constructor(folder: string) {
    this.#folder = folder;
    this.#manifest = manifest.parse(JSON.parse(readFileSync(join(folder, manifestName), 'utf8')));
  }

  /** Its media type and a hash of its content; undefined where there is no such file. */
  find(name: string): PageManifest[string] | undefined {
    return Object.hasOwn(this.#manifest, name) ? this.#manifest[name] : undefined;
  }

  /** Its bytes in that encoding. */
  async read(name: string, encoding: Encoding): Promise<Uint8Array> {
    const { br, gzip } = packedNames(name);
    const bytes = await readFile(join(this.#folder, encoding === 'br' ? br : gzip));
    return encoding === 'identity' ? await unpack(bytes) : bytes;
  }
}
