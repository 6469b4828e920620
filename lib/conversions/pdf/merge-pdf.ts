import { optionsOf } from '../../api/fields/job-fields.ts';
import { AppError } from '../../base/app-error.ts';
import type { GivenFile, InputFile } from '../../files/input-file.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { type PdfWork, readInputs } from './read-inputs.ts';
import type { MergeTask } from './task.ts';
import type { MergeOptions } from '../../api/options/pdf.ts';
import type { ConversionJob } from '../jobs/submit-conversion.ts';

export interface MergeRequest extends MergeOptions {
  files: readonly InputFile[];
  /** The password of each file, or null. */
  passwords?: readonly (string | null)[] | undefined;
}

/**
 * Merges the PDFs of a request in their order.
 *
 * @throws AppError `invalid-field` when `pages` or `passwords` do not have one entry for each file, and the errors of
 *   `readInputs` and `PdfRunner.run`
 */
export async function mergePdf(request: MergeRequest, work: PdfWork): Promise<ProducedFile<Chunks>> {
  checkCounts(request);
  const { files, passwords, ...options } = request;
  const inputs = await readInputs(files, passwords ?? [], work.uploads);
  const task: MergeTask = { ...options, kind: 'merge', inputs };
  const [merged] = await work.pdf.run(task, work);
  if (!merged) throw new Error('The merge produced no file');
  return merged;
}

/**
 * Returns the job of a request for a merge.
 *
 * @throws AppError when a field does not have an entry for each file
 */
export function mergeJob({
  fields,
  files: { files },
}: {
  fields: MergeFields;
  files: { files: readonly GivenFile[] };
}): ConversionJob {
  const { passwords, ...options } = optionsOf(fields);
  checkCounts({ files, passwords, ...options });
  const { fileName } = options;
  return { type: 'merge-pdf', inputs: files, fileName, options, ...(passwords ? { passwords } : {}) };
}

type MergeFields = MergeOptions & Pick<MergeRequest, 'passwords'>;

function checkCounts({
  files,
  pages,
  passwords,
}: Omit<MergeRequest, 'files'> & { files: readonly GivenFile[] }): void {
  checkCount('pages', pages, files);
  checkCount('passwords', passwords, files);
}

/** Checks that a field with one entry for each file has as many entries as there are files. */
function checkCount(field: string, values: readonly unknown[] | undefined, files: readonly unknown[]): void {
  if (!values || values.length === files.length) return;
  const message = `must have ${files.length} entries, one for each file or null, not ${values.length}`;
  throw AppError.inField('invalid-field', field, message);
}
