import { inBatches } from '../base/in-batches.ts';
import { limits } from '../base/limits.ts';
import type { UploadStores } from './upload-store.ts';
import { timeOfId } from '../base/identifiers.ts';
import type { UploadRecord } from './upload-records.ts';
import type { UploadCount } from './upload-counter.ts';

/** Milliseconds. A settlement that takes longer is given up; the next one continues what it began. */
const timeLimit = 8_000;

/** Milliseconds from the start of one settlement of a key to the next, and that much more for each one it takes. */
const pause = { least: 5_000, factor: 10 };

/** Records and objects that are removed at the same time. */
const parallelRemovals = 16;

/** The bytes that an upload counts as. The minimum limits how many uploads one key can have open. */
export const countedSize = (size: number): number => Math.max(size, limits.leastCountedUpload);

/**
 * Epoch milliseconds at which the form of an upload has ended. The form is signed after the announcement was recorded,
 * but before its request ends.
 */
export const formEndOf = ({ announcedAt }: Pick<UploadRecord, 'announcedAt'>): number =>
  announcedAt + limits.syncResponseMilliseconds + limits.urlSeconds * 1000;

/**
 * Recounts the open uploads of a key: removes those whose form ended before a file was posted, deletes files posted to
 * deleted uploads, and corrects the counter.
 *
 * @returns the counter afterwards; undefined if the key was settled a moment ago or the time did not suffice
 */
export async function settleUploads(
  { counter, records, uploads }: UploadStores,
  owner: string,
  clock: () => number,
): Promise<UploadCount | undefined> {
  const now = clock();
  const seen = await counter.startSettlement(owner, now, now + timeLimit + pause.least);
  if (!seen) return undefined;
  const signal = AbortSignal.timeout(timeLimit);
  try {
    const announced: UploadRecord[] = [];
    for await (const record of records.list(owner, now, signal)) announced.push(record);
    // After the records, so that it includes every file posted by the end of its form.
    const posted = new Map<string, number>();
    for await (const { id, size } of uploads.list(owner, signal)) posted.set(id, size);

    const sums = new UploadSums(now);
    const removals: (() => Promise<void>)[] = [];
    for (const record of announced) {
      const isPosted = posted.delete(record.id);
      const hasForm = formEndOf(record) > now;
      if (record.deletedAt !== undefined) {
        if (hasForm) sums.retire(record);
        if (isPosted) {
          removals.push(async () => {
            if (!signal.aborted) await uploads.delete(owner, record.id);
          });
        }
      } else if (isPosted || hasForm) {
        sums.open(record, isPosted ? expiryOf(record.id) : formEndOf(record));
      } else {
        removals.push(async () => {
          const dropped = !signal.aborted && (await records.drop(owner, record));
          if (!dropped) sums.open(record, now);
        });
      }
    }
    await inBatches(removals, parallelRemovals, (remove) => remove());
    // Posted by a request that outlasted its form.
    for (const [id, size] of posted) sums.openWithoutRecord(size, expiryOf(id));

    const found = {
      ...sums.within(seen),
      settleAt: Math.max(now + pause.least, clock() + (clock() - now) * pause.factor),
      nextAt: sums.nextAt,
    };
    return (await counter.settle(owner, found, seen)) ? { ...seen, ...found } : undefined;
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Adds up the bytes that are open and those that are still held. */
class UploadSums {
  readonly #now: number;
  #settled = 0;
  #young = 0;
  #withoutRecord = 0;
  #retired = 0;
  nextAt: number | undefined;

  constructor(now: number) {
    this.#now = now;
  }

  /** @param until epoch milliseconds until which the upload counts, if nothing happens */
  open({ size, announcedAt }: UploadRecord, until: number): void {
    if (announcedAt + limits.syncResponseMilliseconds > this.#now) this.#young += size;
    else this.#settled += size;
    this.#note(until);
  }

  openWithoutRecord(size: number, until: number): void {
    this.#withoutRecord += countedSize(size);
    this.#note(until);
  }

  retire(record: UploadRecord): void {
    this.#retired += record.size;
    this.#note(formEndOf(record));
  }

  /**
   * Returns the sums for the counter. A young record may belong to an announcement that the counter has not admitted
   * yet, or never will. Neither the counter nor the sum of all records is too low, so the smaller one is right.
   */
  within(seen: UploadCount): { open: number; held: number } {
    const recorded = Math.max(this.#settled, Math.min(this.#settled + this.#young, seen.open));
    const open = recorded + this.#withoutRecord;
    return { open, held: open + this.#retired };
  }

  #note(until: number): void {
    this.nextAt = Math.min(this.nextAt ?? until, until);
  }
}

const expiryOf = (id: string): number => (timeOfId('upl', id) ?? 0) + limits.fileSeconds * 1000;
