import type { StoredObject, InputLookup, ObjectReader } from './input-file.ts';
import type { UploadCounter } from './upload-counter.ts';
import type { UploadRecords } from './upload-records.ts';

/** A file that a client wants to post; its size in bytes. */
export interface AnnouncedFile {
  fileName: string;
  contentType: string;
  size: number;
}

/** A form with which a client posts one file directly to S3. */
export interface UploadForm {
  id: string;
  url: string;
  fields: Record<string, string>;
  /** When the form ends; ISO 8601. */
  expiresAt: string;
}

/** Stores uploads, for 24 hours from their announcement. */
export interface UploadStore extends InputLookup, ObjectReader {
  /**
   * Returns a form that accepts one file of that type and at most that size (bytes), for 15 minutes. A repeated id
   * returns another form for the same upload.
   */
  create(owner: string, file: AnnouncedFile, id?: string): Promise<UploadForm>;

  find(owner: string, uploadId: string): Promise<StoredObject | undefined>;

  /** Returns whether `uploadId` is the id of an upload that has not expired. */
  isCurrent(uploadId: string): boolean;

  /** Yields the posted files of an owner that have not expired, with the ids of their uploads; sizes in bytes. */
  list(owner: string, signal: AbortSignal): AsyncGenerator<{ id: string; size: number }>;

  /** Returns whether a file was posted. Unlike `find`, this needs no permission to read it. */
  isPosted(owner: string, uploadId: string): Promise<boolean>;

  /** Deletes a posted file. Succeeds also when there is none. */
  delete(owner: string, uploadId: string): Promise<void>;
}

export interface UploadStores {
  counter: UploadCounter;
  records: UploadRecords;
  uploads: UploadStore;
}
