import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createHash } from 'node:crypto';
import { AppError } from '../../base/app-error.ts';
import type { InputFile } from '../../files/input-file.ts';
import { ObjectChanged, type ObjectStore, type SignedRequest } from './object-store.ts';

/** An object that a job reads later: the version with that ETag and no other. */
export interface KeptInput {
  key: string;
  eTag: string;
}

/** Inputs of jobs, and of renderings that are too large for a message. */
export class InputStore {
  readonly #objects: ObjectStore;

  constructor(objects: ObjectStore) {
    this.#objects = objects;
  }

  /** Stores a part of the request; an upload stays where it is. */
  async keep(owner: string, id: string, { source }: InputFile): Promise<KeptInput> {
    if (source.kind === 'upload') return { key: source.upload.key, eTag: source.upload.eTag };
    const key = `inputs/${owner}/${id}`;
    const sha256 = createHash('sha256').update(source.bytes).digest('hex');
    return { key, eTag: await this.#objects.put(key, source.bytes, 'application/octet-stream', sha256) };
  }

  /** The request with which another function reads an input. */
  readRequest({ key, eTag }: KeptInput): Promise<SignedRequest> {
    return this.#objects.presignRead(key, eTag);
  }

  /**
   * Writes an input to a file.
   *
   * @throws AppError `gone` when it was deleted, `invalid-field` when another one took its place
   */
  async download({ key, eTag }: KeptInput, file: string, signal: AbortSignal): Promise<void> {
    const { stream } = await this.#objects.open(key, { eTag, signal }).catch((error: unknown) => {
      if (!(error instanceof ObjectChanged)) throw error;
      throw error.isMissing
        ? new AppError('gone', 'was deleted before it was read', { cause: error })
        : new AppError('invalid-field', 'was replaced before it was read', { cause: error });
    });
    await pipeline(stream, createWriteStream(file), { signal });
  }

  /** Deletes an input, unless it is an upload, which may serve other requests. */
  async delete({ key }: KeptInput): Promise<void> {
    if (key.startsWith('inputs/')) await this.#objects.delete(key);
  }
}
