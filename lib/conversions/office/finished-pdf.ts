import { readFile, stat } from 'node:fs/promises';
import type { Warning } from '../../api/responses/warning.ts';
import { timed } from '../../base/observability/span.ts';
import { fromFile } from '../../base/random-access.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import { countPages } from '../../engines/pdf/generated/page-count.ts';
import type { Content, ProducedFile } from '../../files/produced-file.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import {
  applyFinishing,
  finishingAmong,
  type FinishingRequest,
  isFinishing,
} from '../finishing/apply-finishing.ts';
import { finishingFilesOf } from '../finishing/finishing-files.ts';
import type { PdfWork } from '../pdf/read-inputs.ts';

/** A PDF that LibreOffice wrote. */
interface WrittenPdf {
  /** The field of its document. */
  field: string;
  fileName: string;
  path: string;
  warnings: readonly Warning[];
}

/**
 * Returns the finishing options of a job, and their files. A part of a job has none: the job applies them to the
 * document that it makes of its parts. A part is exported for the conformance that the job requests, so that this
 * document can have it.
 */
export const finishingOf = (job: ReadyJob): FinishingRequest => ({
  options: job.parent ? {} : finishingAmong(job.options),
  files: finishingFilesOf(job),
});

/**
 * The PDF as a result, with the finishing options applied. Without any, it stays on disk.
 *
 * @throws AppError the errors of `applyFinishing`
 */
export async function finishedPdf(
  { path, field, fileName, warnings }: WrittenPdf,
  finishing: FinishingRequest,
  work: PdfWork,
): Promise<ProducedFile<Content>> {
  if (!isFinishing(finishing)) {
    const { size } = await stat(path);
    const pages = await timed('count', () => pageCountOf(path));
    const content = { path, size };
    return { fileName, contentType: 'application/pdf', content, pages, warnings: [...warnings] };
  }
  const finished = await applyFinishing({ field, fileName, bytes: await readFile(path) }, finishing, work);
  return { ...finished, warnings: boundedWarnings([...warnings, ...finished.warnings]) };
}

async function pageCountOf(pdf: string): Promise<number> {
  await using file = await fromFile(pdf);
  return await countPages(file);
}
