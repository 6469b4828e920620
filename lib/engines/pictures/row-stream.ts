import { once } from 'node:events';
import { constants, createDeflate, createInflate, type Deflate } from 'node:zlib';
import { damaged } from './damaged.ts';

/** The usual size of the blocks in which rows are processed, in bytes. */
const blockBytes = 256 * 1024;

/** The rows of a picture: `bytes` of each, with its filter byte. */
export interface RowLayout {
  bytes: number;
  rows: number;
}

/**
 * Inflates the rows of a picture, block by block, so that memory does not depend on the size of the picture. Each block
 * has whole rows and is valid until the next one.
 *
 * @throws InputFault `damaged-document` unless there are exactly as many bytes as the layout says
 */
export async function* inflatedRows(data: readonly Uint8Array[], layout: RowLayout): AsyncGenerator<Buffer> {
  const block = Buffer.allocUnsafe(Math.max(1, Math.floor(blockBytes / layout.bytes)) * layout.bytes);
  let left = layout.bytes * layout.rows;
  let filled = 0;
  for await (const chunk of inflated(data)) {
    left -= chunk.length;
    if (left < 0) throw damaged('has more image data than its size in pixels');
    for (let taken = 0; taken < chunk.length;) {
      const copied = chunk.copy(block, filled, taken);
      taken += copied;
      filled += copied;
      if (filled < block.length) continue;
      yield block;
      filled = 0;
    }
  }
  if (left > 0) throw damaged('has less image data than its size in pixels');
  if (filled > 0) yield block.subarray(0, filled);
}

async function* inflated(data: readonly Uint8Array[]): AsyncGenerator<Buffer> {
  const inflate = createInflate({ chunkSize: blockBytes });
  for (const part of data) inflate.write(part);
  inflate.end();
  try {
    for await (const chunk of inflate) yield chunk as Buffer;
  } catch (error) {
    const isFault = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isFault ? damaged('has image data that cannot be decompressed', error) : error;
  }
}

/** At lower levels graphics are up to a half longer, and photos hardly faster: they do not shrink much at any level. */
const level = 6;

/** Compresses rows, block by block. */
export class RowDeflater {
  readonly #deflate: Deflate;
  readonly #chunks: Buffer[] = [];
  readonly #end: Promise<unknown>;

  /** @param isFiltered whether a predictor leaves small differences */
  constructor(isFiltered = true) {
    const strategy = isFiltered ? constants.Z_FILTERED : constants.Z_DEFAULT_STRATEGY;
    this.#deflate = createDeflate({ level, strategy, chunkSize: blockBytes });
    this.#deflate.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#end = once(this.#deflate, 'end');
  }

  /** Takes the rows: the caller must not change them afterwards. */
  async add(rows: Uint8Array): Promise<void> {
    if (!this.#deflate.write(rows)) await once(this.#deflate, 'drain');
  }

  async finish(): Promise<Buffer> {
    this.#deflate.end();
    await this.#end;
    return Buffer.concat(this.#chunks);
  }
}
