import { createWriteStream, writeFileSync } from 'node:fs';
import { addAbortSignal } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createHash } from 'node:crypto';
import type { RandomAccess } from '../../base/random-access.ts';
import { smallBytes } from '../../base/small-files.ts';
import { changedFault, lookInto } from './input-access.ts';
import type { InputFile } from '../../files/input-file.ts';
import { ObjectChanged, type ObjectStore } from './object-store.ts';
import { readWhole } from './object-body.ts';
import { putStream } from './put-stream.ts';
import type { SignedRequest } from '../../files/signed-request.ts';
import { inputKey, type InputStore, type StoredInput } from '../../files/input-store.ts';

/** Stores the inputs of jobs, and of renderings that are too large for a message. */
export class S3InputStore implements InputStore {
  readonly #objects: ObjectStore;

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  async store(owner: string, id: string, { source }: InputFile): Promise<StoredInput> {
    if (source.kind === 'stored') return { key: source.object.key, eTag: source.object.eTag };
    const key = inputKey(owner, id);
    const sha256 = createHash('sha256').update(source.bytes).digest('hex');
    return { key, eTag: await this.#objects.put(key, source.bytes, 'application/octet-stream', sha256) };
  }

  receive(
    owner: string,
    id: string,
    body: AsyncIterable<Uint8Array>,
  ): Promise<StoredInput & { size: number }> {
    return putStream(this.#objects, inputKey(owner, id), body);
  }

  readRequest({ key, eTag }: StoredInput): Promise<SignedRequest> {
    return this.#objects.presignRead(key, eTag);
  }

  async download({ key, eTag, content }: StoredInput, file: string, signal: AbortSignal): Promise<void> {
    if (content) {
      writeFileSync(file, await content);
      return;
    }
    const { stream, size } = await this.#objects.open(key, { eTag, signal }).catch((error: unknown) => {
      throw error instanceof ObjectChanged ? changedFault(error) : error;
    });
    if (size > smallBytes) await pipeline(stream, createWriteStream(file), { signal });
    else writeFileSync(file, await readWhole(addAbortSignal(signal, stream), Buffer.allocUnsafe(size)));
  }

  async delete({ key }: StoredInput): Promise<void> {
    if (key.startsWith('inputs/')) await this.#objects.delete(key);
  }

  lookInto<T>(file: InputFile, look: (access: RandomAccess) => Promise<T>): Promise<T> {
    return lookInto(file, this.#objects, look);
  }
}
