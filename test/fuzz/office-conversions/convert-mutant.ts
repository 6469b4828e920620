import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ResultDelivery } from '#lib/conversions/deliveries/result-delivery.ts';
import { officeWork } from '#lib/conversions/office/office-work.ts';
import type { OfficeConverter } from '#lib/engines/office/converter.ts';
import { sizeOf } from '#lib/files/produced-file.ts';
import { isStoredInput } from '#lib/jobs/job.ts';
import { runJob } from '#lib/jobs/run-job.ts';
import { directPdfWork } from '../../support/direct-pdf-work.ts';
import { newJob, newResult } from '../../support/jobs.ts';
import { MemoryJobStore } from '../../support/memory-jobs.ts';

const decryptWorker = new URL('../../../lib/engines/office/decrypt-worker.ts', import.meta.url);

/** Milliseconds that one attempt has, and that a job keeps for storing its outcome. */
const [attemptMilliseconds, storeMilliseconds] = [60_000, 10_000];

/** Three attempts, and the pauses between them. */
export const mostMilliseconds = 3 * attemptMilliseconds + 40_000;

/** How a job ended. */
export interface Ending {
  /** The code of its error, or `completed`. */
  outcome: string;
  retryable: boolean;
  attempts: number;
  /** Errors of attempts that were not final. */
  errors: readonly unknown[];
  pages: number | undefined;
}

/** Converts a document to PDF as the office worker does, with all attempts of its job. */
export async function convertMutant(
  bytes: Buffer,
  fileName: string,
  converter: OfficeConverter,
  workDirectory: string,
): Promise<Ending> {
  await mkdir(workDirectory, { recursive: true });
  const folder = await mkdtemp(join(workDirectory, 'mutant-'));
  try {
    const jobs = new MemoryJobStore();
    const options = { quality: 90, exportBookmarks: true, exportFormFields: true, tagged: false };
    const made = newJob({ type: 'to-pdf', options });
    const job = { ...made, inputs: made.inputs.map((input) => ({ ...input, fileName })) };
    await jobs.create(job);
    let pages: number | undefined;
    const work = officeWork({
      inputs: { download: (_, file) => writeFile(file, bytes) },
      files: {
        save: (_, file) => {
          if (sizeOf(file.content) === 0) throw new Error('The PDF is empty');
          pages = file.pages;
          return Promise.resolve(newResult(job));
        },
      },
      deliveries: new ResultDelivery({ send: () => Promise.resolve(200), pauses: [] }),
      converter,
      ...directPdfWork(),
      decryptWorker,
      workDirectory: folder,
    });
    const errors: unknown[] = [];
    for (;;) {
      const outcome = await runJob(job.id, {
        jobs,
        work: (claimed, ...rest) =>
          work({ ...claimed, inputs: claimed.inputs.filter(isStoredInput) }, ...rest),
        discard: () => Promise.resolve(),
        announce: () => Promise.resolve(),
        millisecondsLeft: attemptMilliseconds + storeMilliseconds,
        report: (error) => errors.push(error),
      });
      if (outcome.kind === 'done') break;
      await sleep(outcome.seconds * 1000);
    }
    const ended = await jobs.find(job.id);
    const { code = ended?.status ?? 'lost', retryable = false } = ended?.error ?? {};
    return { outcome: code, retryable, attempts: ended?.attempts ?? 0, errors, pages };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
