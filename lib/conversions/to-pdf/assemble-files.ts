import type { ToPdfOptions } from '../../api/options/to-pdf.ts';
import { FileNames, withoutExtension } from '../../base/file-name.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import type { JobResult, ReadyJob } from '../../jobs/job.ts';
import type { JobStore } from '../../jobs/job-store.ts';
import { storeResult, storeResults } from '../../jobs/store-results.ts';
import type { ResultDelivery } from '../deliveries/result-delivery.ts';
import { finishingAmong } from '../finishing/apply-finishing.ts';
import {
  allFinishingFiles,
  byFinishingField,
  type FinishingFiles,
  finishingFilesOf,
} from '../finishing/finishing-files.ts';
import type { PdfDeadline, PdfRunner } from '../pdf/pdf-thread.ts';
import { readInputs } from '../pdf/read-inputs.ts';
import type { PdfInput } from '../pdf/task.ts';
import type { FileOrPart } from './convert-files.ts';
import { readFiles, type ReadingStores } from './read-files.ts';

/** What assembles the files of a job. */
export interface AssemblyStores extends ReadingStores {
  pdf: PdfRunner;
  files: Pick<FileStore, 'save' | 'read'>;
  jobs: Pick<JobStore, 'expectResults'>;
  deliveries: ResultDelivery;
}

/**
 * Makes one PDF of the files of a job, or one of each, and stores them.
 *
 * @throws AppError the errors of `readFiles`, `readInputs` and `PdfRunner.run`
 */
export async function assembleFiles(
  job: ReadyJob,
  files: readonly FileOrPart[],
  options: ToPdfOptions,
  work: AssemblyStores & PdfDeadline,
): Promise<JobResult> {
  const read = await readFiles(job, files, options, work);
  const inputs = read.map(({ input }) => input);
  const finishing = finishingFilesOf(job);
  const extra = byFinishingField(finishing, await readInputs(allFinishingFiles(finishing), [], work.uploads));
  const { deliverTo } = job;
  const target = { deliverTo, deadline: work.deadline, signal: work.signal };
  if (options.merge) {
    const merged = await merge(job, inputs, extra, options, work);
    const result = {
      ...merged,
      warnings: boundedWarnings([...read.flatMap(({ warnings }) => warnings), ...merged.warnings]),
    };
    return storeResult(job, await work.deliveries.one(result, target), work.files);
  }
  const produced: ProducedFile<Chunks>[] = [];
  const names = new FileNames();
  for (const { input, warnings } of read) {
    const made = await edit(input, extra, options, work);
    const fileName = names.take(withoutExtension(made.fileName, '.pdf'), '', '.pdf');
    produced.push({ ...made, fileName, warnings: boundedWarnings([...warnings, ...made.warnings]) });
  }
  const delivered = await work.deliveries.many(produced, job.fileName || 'documents', target);
  return storeResults(job, delivered, work);
}

async function merge(
  job: ReadyJob,
  inputs: readonly PdfInput[],
  extra: FinishingFiles<PdfInput>,
  { outline, ...options }: ToPdfOptions,
  work: AssemblyStores & PdfDeadline,
): Promise<ProducedFile<Chunks>> {
  const [only] = inputs.length === 1 ? inputs : [];
  const fileName = job.fileName || (only?.fileName ?? '');
  const task = {
    ...finishingAmong(options),
    ...extra,
    kind: 'merge' as const,
    inputs,
    // A single file needs no bookmark of its own.
    outline: only && outline === 'files' ? ('keep' as const) : outline,
    fileName,
  };
  const [merged] = await work.pdf.run(task, work);
  if (!merged) throw new Error('The merge produced no file');
  return merged;
}

async function edit(
  input: PdfInput,
  extra: FinishingFiles<PdfInput>,
  options: ToPdfOptions,
  work: AssemblyStores & PdfDeadline,
): Promise<ProducedFile<Chunks>> {
  const { fileName } = input;
  // The buffers of a task are gone when it has run.
  const own = structuredClone(extra);
  const task = { ...finishingAmong(options), ...own, kind: 'edit' as const, input, fileName };
  const [edited] = await work.pdf.run(task, work);
  if (!edited) throw new Error('The edit produced no file');
  return edited;
}
