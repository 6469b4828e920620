import { type ToPdfOptions, toPdfOptions } from '../../api/options/to-pdf.ts';
import { AppError } from '../../base/app-error.ts';
import { countBytes, countDocuments, timed } from '../../base/observability/span.ts';
import { isInField } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import { LeaseLost } from '../../jobs/hold-lease.ts';
import { inputFilesOf } from '../../jobs/input-files.ts';
import type { Job, ReadyJob } from '../../jobs/job.ts';
import { partsOf, type PartTargets, startParts } from '../../jobs/parts.ts';
import { awaitsParts, type WorkWithParts } from '../../jobs/run-job.ts';
import { assembleFiles, type AssemblyStores, type FileOrPart } from './assemble-files.ts';
import { type FileKind, kindsOf } from './file-kind.ts';
import { type OutsideFile, partOf } from './parts.ts';

export interface ToPdfStores extends AssemblyStores, PartTargets {
  inputs: Pick<InputStore, 'store' | 'lookInto'>;
}

/**
 * Converts the files of a job to PDF. The first attempt has other functions convert what this one cannot, as parts of the job,
 * and ends. When all parts have completed, an attempt assembles the results. When one has failed, the job fails with its error.
 */
export const toPdfWork =
  (stores: ToPdfStores): WorkWithParts<ReadyJob> =>
  async (job, deadline, signal) => {
    const options = toPdfOptions.parse(job.options);
    const parts = await timed('parts', () => partsOf(job, stores.jobs));
    requireNoneFailed(parts);
    const isComplete = parts.every(({ status }) => status === 'completed');
    if (!job.parts || !isComplete || parts.length < job.parts.indices.length) {
      const outside = await outsideFiles(job, stores.inputs);
      if (outside.length > 0) {
        await timed('start-parts', () => start(job, outside, options, stores));
        return awaitsParts;
      }
    }
    for (const { size } of job.inputs) countBytes('input', size);
    const files = inputFilesOf(job, 'files');
    countDocuments(files.length);
    const byIndex = new Map(parts.map((part) => [part.parent?.index, part]));
    const given = files.map((file, index): FileOrPart => ({ file, converted: resultOf(byIndex.get(index)) }));
    return assembleFiles(job, given, options, { ...stores, deadline, signal });
  };

async function start(
  job: ReadyJob,
  files: readonly OutsideFile[],
  options: ToPdfOptions,
  stores: ToPdfStores,
): Promise<void> {
  const parts = await Promise.all(files.map((file) => partOf(job, file, options, stores.inputs)));
  if (!(await startParts(job, parts, stores))) throw new LeaseLost();
}

/**
 * The files that other functions convert.
 *
 * @throws AppError the errors of `kindsOf`
 */
async function outsideFiles(job: ReadyJob, inputs: Pick<InputStore, 'lookInto'>): Promise<OutsideFile[]> {
  const files = inputFilesOf(job, 'files');
  const kinds = await timed('inspect', () => kindsOf(files, inputs));
  const stored = job.inputs.filter(isInField('files'));
  return kinds.flatMap((kind, index) => {
    const input = stored[index];
    return input && isOutside(kind) ? [{ index, kind, input }] : [];
  });
}

const isOutside = (kind: FileKind): kind is OutsideFile['kind'] => kind !== 'pdf' && kind !== 'picture';

/**
 * @throws AppError the error of the first part that failed, in the field of its file
 * @throws LeaseLost when a part was canceled, which only happens together with its job
 */
function requireNoneFailed(parts: readonly Job[]): void {
  for (const { status, parent, error } of parts) {
    if (status === 'canceled') throw new LeaseLost();
    if (status === 'failed' && parent && error) {
      throw new AppError(error.code, `${parent.field}: ${error.detail}`, { retryable: error.retryable });
    }
  }
}

function resultOf(part: Job | undefined): FileOrPart['converted'] {
  const result = part?.result;
  return Array.isArray(result) ? result[0] : result;
}
