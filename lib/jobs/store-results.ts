import { inBatches } from '../base/in-batches.ts';
import { countBytes, timed } from '../base/observability/span.ts';
import { boundedWarnings, warningLimits } from '../base/warnings.ts';
import type { StoredFile } from '../files/file-record.ts';
import type { FileStore } from '../files/file-store.ts';
import { type Content, type ProducedFile, sizeOf } from '../files/produced-file.ts';
import { LeaseLost } from './hold-lease.ts';
import { type Job, resultIds } from './job.ts';
import type { JobStore } from './job-store.ts';

/** Results that are stored at the same time. */
const parallelStores = 16;

/** Size of the warnings of all results in a job's record, of which DynamoDB stores 400 KB. In bytes. */
const warningBytes = 100_000;

/** Stores the result of a job under the id that follows from the job's. */
export async function storeResult(
  job: Pick<Job, 'id' | 'owner'>,
  file: ProducedFile<Content>,
  files: Pick<FileStore, 'save'>,
): Promise<StoredFile> {
  countBytes('output', sizeOf(file.content));
  const [id] = resultIds(job);
  return timed('store', () => files.save(job.owner, file, id));
}

/**
 * Stores the results of a job that has a list of them, in their order.
 *
 * @throws LeaseLost when another attempt or a cancellation was first; nothing is stored then
 */
export async function storeResults(
  job: Pick<Job, 'id' | 'owner' | 'attempts'>,
  produced: readonly ProducedFile<Content>[],
  { files, jobs }: { files: Pick<FileStore, 'save'>; jobs: Pick<JobStore, 'expectResults'> },
): Promise<StoredFile[]> {
  const resultCount = produced.length;
  const isHeld = await jobs.expectResults({ jobId: job.id, attempt: job.attempts }, resultCount);
  if (!isHeld) throw new LeaseLost();
  const ids = resultIds({ id: job.id, resultCount });
  const stored = await timed('store', () =>
    inBatches(produced, parallelStores, (file, index) => {
      countBytes('output', sizeOf(file.content));
      return files.save(job.owner, { ...file, jobId: job.id }, ids[index]);
    }),
  );
  return withinRecord(stored);
}

/** Shortens the lists of warnings until all of them fit in the job's record. The records of the files have all. */
function withinRecord(files: readonly StoredFile[]): StoredFile[] {
  let bounded = [...files];
  for (let most: number = warningLimits.count; sizeOfWarnings(bounded) > warningBytes && most > 0;) {
    most = Math.floor(most / 2);
    bounded = files.map((file) => ({ ...file, warnings: boundedWarnings(file.warnings, most) }));
  }
  return bounded;
}

const sizeOfWarnings = (files: readonly StoredFile[]): number =>
  Buffer.byteLength(JSON.stringify(files.map(({ warnings }) => warnings)));
