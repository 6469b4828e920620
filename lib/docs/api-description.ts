import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { EncodedContent } from './encoded-response.ts';
import type { Encoding } from './page-files.ts';

/** Enough for a stage, its custom domain, and a test address. More addresses come from a client that varies `Host`. */
const maxAddresses = 8;

const brotli = promisify(brotliCompress);

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Uint8Array>>> = {
  // Level 5 takes a tenth of the time of the default, 11, and compresses nearly as well.
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
  identity: (bytes) => Promise.resolve(bytes),
};

/** The OpenAPI description with the service's URL, compressed once for each URL and encoding. */
export class ApiDescription {
  readonly #document: object;
  readonly #contents = new Map<string, EncodedContent>();

  constructor(document: object) {
    this.#document = document;
  }

  at(baseUrl: string): EncodedContent {
    const known = this.#contents.get(baseUrl);
    if (known) return known;
    const bytes = Buffer.from(JSON.stringify({ ...this.#document, servers: [{ url: baseUrl }] }));
    const encoded = new Map<Encoding, Promise<Uint8Array>>();
    const content: EncodedContent = {
      contentType: 'application/json',
      hash: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
      read: (encoding) => {
        const compressed = encoded.get(encoding) ?? compressors[encoding](bytes);
        encoded.set(encoding, compressed);
        return compressed;
      },
    };
    if (this.#contents.size < maxAddresses) this.#contents.set(baseUrl, content);
    return content;
  }
}
