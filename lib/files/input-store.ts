import type { RandomAccess } from '../base/random-access.ts';
import type { InputFile } from './input-file.ts';
import type { SignedRequest } from './signed-request.ts';

/** An object that a job reads later: the version with that ETag and no other. */
export interface StoredInput {
  key: string;
  eTag: string;
  /** Its bytes, where they are known already. */
  content?: Promise<Uint8Array>;
}

/** The key of the object that `InputStore.store` makes of a part of a request. */
export const inputKey = (owner: string, id: string): string => `inputs/${owner}/${id}`;

/** Stores the inputs of jobs, and inputs that are too large for a message to another function. */
export interface InputStore {
  /** Stores a part of a request. An upload or result stays where it is. */
  store(owner: string, id: string, file: InputFile): Promise<StoredInput>;

  /**
   * Stores bytes of any number as they arrive. Nothing is stored if `body` fails.
   *
   * @returns with the size in bytes
   */
  receive(
    owner: string,
    id: string,
    body: AsyncIterable<Uint8Array>,
  ): Promise<StoredInput & { size: number }>;

  /** Returns the request with which another function reads an input. */
  readRequest(input: StoredInput): Promise<SignedRequest>;

  /**
   * Writes an input to a file.
   *
   * @throws InputFault `gone` for a deleted input, `invalid-field` for an input that was replaced
   */
  download(input: StoredInput, file: string, signal: AbortSignal): Promise<void>;

  /** Deletes an input. Keeps uploads and results, which other requests may use. */
  delete(input: Pick<StoredInput, 'key'>): Promise<void>;

  /**
   * Runs `look` on a file of a request, without downloading all of it.
   *
   * @throws AppError an InputFault of `look`, in the field of the file; `gone` when it was deleted meanwhile,
   *   `invalid-field` when it was replaced
   */
  lookInto<T>(file: InputFile, look: (access: RandomAccess) => Promise<T>): Promise<T>;
}
