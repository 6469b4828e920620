import { safeFileName } from '../../base/file-name.ts';
import { InputFault } from '../../base/input-fault.ts';
import type { Download } from '../../engines/egress/download-public.ts';
import type { InputFile } from '../../files/input-file.ts';
import type { InputMemory } from '../../files/input-memory.ts';
import type { InputStore } from '../../files/input-store.ts';

/** A download that has begun. */
export type OpenDownload = Pick<Download, 'fileName' | 'size' | 'body'>;

/** Reads a download to its end. */
export type Receiver<Source = InputFile['source']> = (
  download: OpenDownload,
) => Promise<{ source: Source; size: number }>;

type Inline = Extract<InputFile['source'], { kind: 'inline' }>;
type Stored = Extract<InputFile['source'], { kind: 'stored' }>;

/** A download that was stored. */
export type StoredDownload = InputFile & { source: Stored };

/**
 * Receives a download as the file of a request.
 *
 * @throws InputFault `empty-file`
 */
export async function receiveFile<Source extends InputFile['source']>(
  download: OpenDownload,
  field: string,
  receive: Receiver<Source>,
): Promise<InputFile & { source: Source }> {
  const received = await receive(download);
  if (received.size === 0) throw new InputFault('empty-file', 'is empty');
  return { field, fileName: safeFileName(download.fileName), ...received };
}

/** Reads downloads into memory that requests reuse. */
export const inMemory =
  (memory: Pick<InputMemory, 'take'>): Receiver<Inline> =>
  async ({ size, body }) => {
    const bytes =
      size === undefined ? joined(await chunksOf(body), memory) : await filled(memory.take(size), body);
    return { source: { kind: 'inline', bytes }, size: bytes.length };
  };

/** @param bytes as many as the server announced, which the body is checked for */
async function filled(bytes: Buffer, body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  let at = 0;
  for await (const chunk of body) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

async function chunksOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return chunks;
}

function joined(chunks: readonly Uint8Array[], memory: Pick<InputMemory, 'take'>): Buffer {
  const bytes = memory.take(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

/** Stores downloads as they arrive. */
export const inStore =
  (receive: (body: OpenDownload['body']) => ReturnType<InputStore['receive']>): Receiver<Stored> =>
  async ({ fileName, body }) => {
    const object = await receive(body);
    return { source: { kind: 'stored', object: { ...object, fileName } }, size: object.size };
  };

/**
 * Reads small downloads into memory and stores large ones.
 *
 * @param room bytes that all files in memory may have together
 */
export function inMemoryWhileRoom(room: number, store: Receiver<Stored>): Receiver {
  let left = room;
  return async (download) => {
    const { size, body } = download;
    if (size !== undefined) {
      if (size > left) return store(download);
      left -= size;
      return inMemory({ take: (bytes) => Buffer.allocUnsafe(bytes) })(download);
    }
    const rest = body[Symbol.asyncIterator]();
    const begin: Uint8Array[] = [];
    let length = 0;
    for (let next = await rest.next(); !next.done; next = await rest.next()) {
      begin.push(next.value);
      length += next.value.length;
      left -= next.value.length;
      if (left >= 0) continue;
      left += length;
      return store({ ...download, body: resumed(begin, rest) });
    }
    return { source: { kind: 'inline', bytes: Buffer.concat(begin, length) }, size: length };
  };
}

/** Yields what has been read of a body, and then the rest of it. */
async function* resumed(
  begin: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield* begin;
  yield* { [Symbol.asyncIterator]: () => rest };
}
