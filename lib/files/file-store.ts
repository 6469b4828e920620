import type { FileResponse } from '../api/responses/file-response.ts';
import type { StoredFile } from './file-record.ts';
import type { Content, ProducedFile } from './produced-file.ts';
import type { SignedRequest } from './signed-request.ts';

/** Stores results for 24 hours. */
export interface FileStore {
  /** Stores a file. Replaces an earlier file with the same id. */
  save(
    owner: string,
    file: ProducedFile<Content> & Pick<StoredFile, 'jobId'>,
    id?: string,
  ): Promise<StoredFile>;

  /** Returns the request with which another function stores the bytes of the file `id`. `record` follows it. */
  writeRequest(owner: string, id: string, contentType: string): Promise<SignedRequest>;

  /** Records a file whose bytes are stored, or are being stored. */
  record(
    owner: string,
    file: Omit<ProducedFile, 'content'> & Pick<StoredFile, 'size' | 'sha256'>,
    id: string,
  ): Promise<StoredFile>;

  /**
   * Returns a file of an owner.
   *
   * @throws AppError `not-found` when the owner does not have the file, `gone` when the file was deleted or has expired
   */
  find(owner: string, id: string): Promise<StoredFile>;

  /**
   * Deletes the bytes of a file, and returns its record. Succeeds also for a deleted file.
   *
   * @throws AppError `not-found` when the owner does not have the file
   */
  delete(owner: string, id: string): Promise<StoredFile>;

  /** Deletes everything stored under an id. Succeeds also if nothing is. */
  discard(owner: string, id: string): Promise<void>;

  /** Returns the description of a file for clients, with a newly signed URL. */
  present(file: StoredFile): Promise<FileResponse>;

  /**
   * Returns the bytes of a file that fits into memory.
   *
   * @throws AppError `gone` when the file was deleted
   */
  read(file: StoredFile): Promise<Buffer>;

  /**
   * Reads the bytes of a file in pieces.
   *
   * @throws AppError `gone` when the file was deleted
   */
  open(file: StoredFile): Promise<AsyncIterable<Uint8Array>>;

  /** Returns a newly signed URL of the file's bytes. */
  url(file: Pick<StoredFile, 'key' | 'fileName' | 'contentType'>): Promise<string>;
}
