import { withoutJobFields } from '../../api/fields/job-fields.ts';
import { AppError } from '../../base/app-error.ts';
import type { GivenFile, InputFile } from '../../files/input-file.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { checkFinishingFiles } from '../finishing/check-files.ts';
import {
  allFinishingFiles,
  byFinishingField,
  type FinishingFiles,
  finishingFilesAmong,
  type OptionalFinishingFiles,
} from '../finishing/finishing-files.ts';
import { type PdfWork, readInputs } from './read-inputs.ts';
import type { MergeTask } from './task.ts';
import type { MergeOptions } from '../../api/options/pdf.ts';
import type { ConversionJob } from '../jobs/submit-conversion.ts';

export interface MergeRequest<File = InputFile> extends MergeOptions, OptionalFinishingFiles<File> {
  files: readonly File[];
  /** The password of each file, or null. */
  passwords?: readonly (string | null)[] | undefined;
}

/**
 * Merges the PDFs of a request in their order.
 *
 * @throws AppError `invalid-field` when `pages` or `passwords` do not have one entry for each file, and the errors of
 *   `checkFinishingFiles`, `readInputs` and `PdfRunner.run`
 */
export async function mergePdf(request: MergeRequest, work: PdfWork): Promise<ProducedFile<Chunks>> {
  checkMerge(request);
  const { files, passwords = [], ...options } = request;
  const finishing = finishingFilesAmong(request);
  const inputs = await readInputs([...files, ...allFinishingFiles(finishing)], passwords, work.uploads);
  const task: MergeTask = {
    ...options,
    kind: 'merge',
    inputs: inputs.slice(0, files.length),
    ...byFinishingField(finishing, inputs.slice(files.length)),
  };
  const [merged] = await work.pdf.run(task, work);
  if (!merged) throw new Error('The merge produced no file');
  return merged;
}

/**
 * Returns the job of a request for a merge. Its inputs are the files and then those of finishing options.
 *
 * @throws AppError when a field does not have an entry for each file, and the errors of `checkFinishingFiles`
 */
export function mergeJob({
  fields,
  files: { files, ...finishing },
}: {
  fields: MergeFields;
  files: FinishingFiles<GivenFile> & { files: readonly GivenFile[] };
}): ConversionJob {
  const { passwords, ...options } = withoutJobFields(fields);
  checkMerge({ files, ...finishing, passwords, ...options });
  return {
    type: 'merge-pdf',
    inputs: [...files, ...allFinishingFiles(finishing)],
    fileName: options.fileName,
    options,
    ...(passwords ? { passwords } : {}),
  };
}

type MergeFields = MergeOptions & Pick<MergeRequest, 'passwords'>;

function checkMerge({ files, pages, passwords, ...request }: MergeRequest<GivenFile>): void {
  checkCount('pages', pages, files);
  checkCount('passwords', passwords, files);
  checkFinishingFiles(finishingFilesAmong<GivenFile>(request), request);
}

/** Checks that a field with one entry for each file has as many entries as there are files. */
function checkCount(field: string, values: readonly unknown[] | undefined, files: readonly unknown[]): void {
  if (!values || values.length === files.length) return;
  const message = `must have ${files.length} entries, one for each file or null, not ${values.length}`;
  throw AppError.inField('invalid-field', field, message);
}
