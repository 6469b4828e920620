import type { ToPdfOptions } from '../../api/options/to-pdf.ts';
import { AppError } from '../../base/app-error.ts';
import { countBytes, timed } from '../../base/observability/span.ts';
import type { StoredFile } from '../../files/file-record.ts';
import { type InputFile, isInField } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import { LeaseLost } from '../../jobs/hold-lease.ts';
import { inputFilesOf } from '../../jobs/input-files.ts';
import type { Job, ReadyJob } from '../../jobs/job.ts';
import { partsOf, type PartTargets, startParts } from '../../jobs/parts.ts';
import { awaitsParts } from '../../jobs/run-job.ts';
import type { FileStore } from '../../files/file-store.ts';
import { type FileKind, kindsOf } from './file-kind.ts';
import { type OutsideFile, partOf } from './parts.ts';

/** What `convertFiles` works with. */
export interface ConversionStores extends PartTargets {
  inputs: Pick<InputStore, 'store' | 'lookInto'>;
  files: Pick<FileStore, 'discard'>;
}

/** A file of a job: a PDF or a picture, or the PDF that a part has made of it. */
export interface FileOrPart {
  file: InputFile;
  converted: StoredFile | undefined;
}

/**
 * Has other functions convert those files of a job that this one cannot, as parts of the job. The first attempt starts
 * the parts and ends; when all have completed, an attempt gets their results.
 *
 * @param field of the files
 * @throws AppError the error of a part that failed, in the field of its file, and the errors of `kindsOf`
 * @throws LeaseLost when the job was canceled
 */
export async function convertFiles(
  job: ReadyJob,
  field: string,
  options: ToPdfOptions,
  stores: ConversionStores,
): Promise<FileOrPart[] | typeof awaitsParts> {
  const parts = await timed('parts', () => partsOf(job, stores.jobs));
  requireNoneFailed(parts);
  const isComplete = parts.every(({ status }) => status === 'completed');
  const files = inputFilesOf(job, field);
  if (!job.parts || !isComplete || parts.length < job.parts.indices.length) {
    const outside = await outsideFiles(job, field, files, stores.inputs);
    if (outside.length > 0) {
      await timed('start-parts', () => start(job, outside, options, stores));
      return awaitsParts;
    }
  }
  for (const { size } of job.inputs) countBytes('input', size);
  const byIndex = new Map(parts.map((part) => [part.parent?.index, part]));
  return files.map((file, index) => ({ file, converted: resultOf(byIndex.get(index)) }));
}

async function start(
  job: ReadyJob,
  files: readonly OutsideFile[],
  options: ToPdfOptions,
  stores: ConversionStores,
): Promise<void> {
  const parts = await Promise.all(files.map((file) => partOf(job, file, options, stores.inputs)));
  if (!(await startParts(job, parts, stores))) throw new LeaseLost();
}

/** The files that other functions convert. */
async function outsideFiles(
  job: ReadyJob,
  field: string,
  files: readonly InputFile[],
  inputs: Pick<InputStore, 'lookInto'>,
): Promise<OutsideFile[]> {
  const kinds = await timed('inspect', () => kindsOf(files, inputs));
  const stored = job.inputs.filter(isInField(field));
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
  for (const { status, parent, error, inputs } of parts) {
    if (status === 'canceled') throw new LeaseLost();
    if (status === 'failed' && parent && error) {
      // The part has the file in a field of its own, which the client does not know.
      const own = `${inputs[0]?.field ?? ''}: `;
      const detail = error.detail.startsWith(own) ? error.detail.slice(own.length) : error.detail;
      throw new AppError(error.code, `${parent.field}: ${detail}`, { retryable: error.retryable });
    }
  }
}

function resultOf(part: Job | undefined): StoredFile | undefined {
  const result = part?.result;
  return Array.isArray(result) ? result[0] : result;
}
