import * as z from 'zod';

export const counterRecord = z.object({
  /** Bytes of the open uploads. Never too low. */
  open: z.number().default(0),
  /** Bytes of the open uploads and of the deleted ones whose form is still valid. */
  held: z.number().default(0),
  /** The last change. Empty before the first. */
  call: z.string().default(''),
  /** The last settlement. Empty before the first. */
  settlement: z.string().default(''),
  /** Epoch milliseconds before which no further settlement starts. */
  settleAt: z.number().default(0),
  /** Epoch milliseconds at which some upload lapses or expires, as of the last settlement. */
  nextAt: z.number().optional(),
});

/** The open uploads of one key, summed up. */
export type UploadCount = z.output<typeof counterRecord>;

/** A change of the counter, in bytes. */
export interface CountChange {
  open: number;
  held: number;
}

/** Sums up the open uploads of each owner. Sizes in bytes. */
export interface UploadCounter {
  read(owner: string): Promise<UploadCount>;

  /** Adds an upload unless one of the sums would exceed its limit. Returns whether it did. */
  add(owner: string, size: number, limit: CountChange, now: number): Promise<boolean>;

  /**
   * Subtracts an upload, unless a settlement after `seen` may have done so.
   *
   * @param seen the counter as it was before the upload was marked as deleted
   */
  subtract(owner: string, change: CountChange, seen: UploadCount): Promise<boolean>;

  /** Starts a settlement that no other may start before `until`; undefined when it is too early for one. */
  startSettlement(owner: string, now: number, until: number): Promise<UploadCount | undefined>;

  /** Writes what a settlement found, unless the counter has changed since `seen`. Returns whether it did. */
  settle(
    owner: string,
    found: CountChange & Pick<UploadCount, 'settleAt' | 'nextAt'>,
    seen: UploadCount,
  ): Promise<boolean>;
}
