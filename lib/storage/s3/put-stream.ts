import { createHash } from 'node:crypto';
import type { ObjectStore } from './object-store.ts';

/** Size of the parts of an object, of which S3 accepts 10,000. At least 5 MiB; one part is in memory at a time. */
const partBytes = 8 * 1024 * 1024;

const contentType = 'application/octet-stream';

/** Where an object is stored, its version, and its size in bytes. */
interface StoredStream {
  key: string;
  eTag: string;
  size: number;
}

/**
 * Stores an object of unknown size as its bytes arrive. A small one takes one call, a larger one a multipart upload. The
 * object exists once all bytes have arrived.
 *
 * @throws the error of `body`; nothing is stored then
 */
export async function putStream(
  objects: ObjectStore,
  key: string,
  body: AsyncIterable<Uint8Array>,
): Promise<StoredStream> {
  const parts = partsOf(body);
  try {
    const { value: first = Buffer.alloc(0) } = await parts.next();
    if (first.length < partBytes) {
      const sha256 = createHash('sha256').update(first).digest('hex');
      return { key, eTag: await objects.put(key, first, contentType, sha256), size: first.length };
    }
    return await putParts(objects, key, first, parts);
  } finally {
    // Closes `body` when its bytes could not be stored.
    await parts.return(undefined);
  }
}

async function putParts(
  objects: ObjectStore,
  key: string,
  first: Buffer,
  rest: AsyncIterable<Buffer>,
): Promise<StoredStream> {
  const {
    AbortMultipartUploadCommand,
    CompleteMultipartUploadCommand,
    CreateMultipartUploadCommand,
    UploadPartCommand,
  } = await import('./sdk.ts');
  const client = await objects.client();
  const target = { Bucket: objects.bucket, Key: key };
  const create = new CreateMultipartUploadCommand({ ...target, ContentType: contentType });
  const { UploadId } = await client.send(create);
  const upload = { ...target, UploadId };
  const stored: { ETag: string | undefined; PartNumber: number }[] = [];
  const put = async (part: Buffer): Promise<number> => {
    const PartNumber = stored.length + 1;
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: part }));
    stored.push({ ETag, PartNumber });
    return part.length;
  };
  try {
    let size = await put(first);
    for await (const part of rest) size += await put(part);
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: stored } });
    const { ETag: eTag = '' } = await client.send(complete);
    return { key, eTag, size };
  } catch (error) {
    // If this fails, the lifecycle rule of the bucket removes the parts.
    await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
    throw error;
  }
}

/** Joins chunks into parts of `partBytes`; the last one may be smaller. The next part reuses the memory of a part. */
async function* partsOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let memory: Buffer | undefined;
  let filled = 0;
  for await (const chunk of body) {
    for (let at = 0; at < chunk.length;) {
      memory ??= Buffer.allocUnsafeSlow(partBytes);
      const taken = chunk.subarray(at, at + partBytes - filled);
      memory.set(taken, filled);
      at += taken.length;
      filled += taken.length;
      if (filled < partBytes) continue;
      filled = 0;
      yield memory;
    }
  }
  if (memory && filled > 0) yield memory.subarray(0, filled);
}
