import * as z from 'zod';

export const uploadRecord = z.object({
  id: z.string(),
  /** Bytes that the upload counts as. */
  size: z.int(),
  /** Epoch milliseconds of the last announcement; a repeated one has a new form. */
  announcedAt: z.number(),
  /** Epoch milliseconds. */
  deletedAt: z.number().optional(),
});

/** An upload that was announced, posted or not. */
export type UploadRecord = z.output<typeof uploadRecord>;

/** The outcome of a change to a record. */
export type RecordChange = 'changed' | 'deleted' | 'missing';

/** Stores the announced uploads of each owner. */
export interface UploadRecords {
  /** Stores the records of uploads whose ids are new. If this fails, some may be stored. */
  create(owner: string, records: readonly UploadRecord[]): Promise<void>;

  /** Stores a record, and replaces an earlier one. Returns false if the upload was deleted. */
  put(owner: string, record: UploadRecord): Promise<boolean>;

  /** Records that an upload has a new form. */
  renew(owner: string, id: string, announcedAt: number): Promise<RecordChange>;

  /** Marks an upload as deleted. Returns the record as it was before, undefined when there is none. */
  markDeleted(owner: string, id: string, now: number): Promise<UploadRecord | undefined>;

  /** Removes a record whose form has ended unused. Returns false when the record has changed meanwhile. */
  drop(owner: string, record: UploadRecord): Promise<boolean>;

  /** Removes the record of an upload that no client knows. */
  discard(owner: string, id: string): Promise<void>;

  /** Yields the records of the uploads that have not expired by `now`, deleted ones included, oldest first. */
  list(owner: string, now: number, signal: AbortSignal): AsyncGenerator<UploadRecord>;
}
