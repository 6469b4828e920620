import type { FinishingOptions } from '../../api/options/finishing.ts';
import type { RenderFields } from '../../api/fields/html/fields.ts';
import { AppError } from '../../base/app-error.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import type { GivenFile, InputFile, ObjectReader } from '../../files/input-file.ts';
import type { FileStore } from '../../files/file-store.ts';
import { bytesOf } from '../../files/produced-file.ts';
import { applyFinishing, type FinishingRequest, isFinishing } from '../finishing/apply-finishing.ts';
import { checkFinishingFiles } from '../finishing/check-files.ts';
import { type FinishingFiles, finishingFilesAmong } from '../finishing/finishing-files.ts';
import type { PdfDeadline, PdfRunner } from '../pdf/pdf-thread.ts';
import type { PdfWork } from '../pdf/read-inputs.ts';
import type { RenderedPage } from './render-page.ts';

export interface FinishingStores {
  pdf: PdfRunner;
  uploads: ObjectReader;
  files: Pick<FileStore, 'read' | 'save' | 'discard'>;
}

/** The finishing options of a rendering. */
export interface PageFinishing {
  finishing: FinishingOptions;
}

/** A page that can be rendered. */
export interface PreparedPage extends Partial<PageFinishing> {
  /** Files to attach to the PDF, before those of the request. */
  attachments?: readonly InputFile[];
  /** Renders it by a deadline: epoch milliseconds. */
  render: (deadline: number) => Promise<RenderedPage>;
}

/** Reserved for the finishing options. In milliseconds. */
const finishMilliseconds = 6_000;

/**
 * Renders a page and applies finishing options to the PDF. Without options, the page stays as it is rendered.
 *
 * @param render renders the page by a deadline
 * @throws AppError what `render` and `applyFinishing` throw
 */
export async function renderFinished(
  {
    finishing,
    attachments = [],
    deadline,
    signal,
  }: PageFinishing & PdfDeadline & Pick<PreparedPage, 'attachments'>,
  finishingFiles: FinishingFiles,
  render: PreparedPage['render'],
  { pdf, uploads, files: results }: FinishingStores,
): Promise<RenderedPage> {
  const files: FinishingFiles = {
    ...finishingFiles,
    attachments: [...attachments, ...finishingFiles.attachments],
  };
  const request: FinishingRequest = { options: finishing, files };
  if (!isFinishing(request)) return render(deadline);
  const page = await render(deadline - finishMilliseconds);
  try {
    return await finished(page, request, { pdf, uploads, deadline, signal }, results);
  } catch (error) {
    // A stored page must not stay as it was before. Its own error would hide this one.
    if (page.kind === 'stored') await results.discard(page.file.owner, page.file.id).catch(() => undefined);
    throw error;
  }
}

async function finished(
  page: RenderedPage,
  request: FinishingRequest,
  work: PdfWork,
  results: FinishingStores['files'],
): Promise<RenderedPage> {
  const { fileName, warnings } = page.file;
  const bytes = page.kind === 'produced' ? bytesOf(page.file.content) : await results.read(page.file);
  const source = { field: 'file', fileName, bytes: Buffer.from(bytes) };
  const result = await applyFinishing(source, request, work);
  const file = { ...result, warnings: boundedWarnings([...warnings, ...result.warnings]) };
  return page.kind === 'produced'
    ? { kind: 'produced', file }
    : { kind: 'stored', file: await results.save(page.file.owner, file, page.file.id) };
}

/**
 * Checks the files for the finishing options of a rendering.
 *
 * @throws AppError `invalid-field` when the format of the result has no such options, and the errors of `checkFinishingFiles`
 */
export function checkPageFinishing({
  fields: { format, ...fields },
  files,
}: {
  fields: Pick<RenderFields, 'format'> & FinishingOptions;
  files: FinishingFiles<GivenFile>;
}): void {
  checkFinishingFiles(files, fields);
  // A request has other files too.
  const finishing = Object.entries(finishingFilesAmong(files));
  const [field] = finishing.find(([, given]) => given.length > 0) ?? [];
  if (format === 'pdf' || field === undefined) return;
  const message = `applies only to PDFs, and the format is ${format}`;
  throw AppError.inField('invalid-field', field, message);
}
