import { extname } from 'node:path';
import type { ToPdfOptions } from '../../api/options/to-pdf.ts';
import type { Warning } from '../../api/responses/warning.ts';
import { AppError } from '../../base/app-error.ts';
import { inBatches } from '../../base/in-batches.ts';
import { limits } from '../../base/limits.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import { pictureKindOf } from '../../engines/pictures/picture-kind.ts';
import type { StoredFile } from '../../files/file-record.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { InputFile, ObjectReader } from '../../files/input-file.ts';
import { bytesOf, type Chunks, type ProducedFile } from '../../files/produced-file.ts';
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
import { pictureLayout } from '../pdf/picture-layout.ts';
import { readInputs } from '../pdf/read-inputs.ts';
import type { PdfInput } from '../pdf/task.ts';

/** What assembles the files of a job. */
export interface AssemblyStores {
  pdf: PdfRunner;
  /** Makes PDFs of pictures. */
  pictures: PdfRunner;
  uploads: ObjectReader;
  files: Pick<FileStore, 'save' | 'read' | 'discard'>;
  jobs: JobStore;
  deliveries: ResultDelivery;
}

/** A file of a job: a PDF or a picture, or the PDF that a part has made of it. */
export interface FileOrPart {
  file: InputFile;
  converted: StoredFile | undefined;
}

/** PDFs that are read at the same time. */
const parallelReads = 4;

/**
 * Makes one PDF of the files of a job, or one of each, and stores them.
 *
 * @throws AppError `file-too-large` when the PDFs are too large together, and the errors of `readInputs` and `PdfRunner.run`
 */
export async function assembleFiles(
  job: ReadyJob,
  files: readonly FileOrPart[],
  options: ToPdfOptions,
  work: AssemblyStores & PdfDeadline,
): Promise<JobResult> {
  requireSize(files);
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
  for (const { input, warnings } of read) {
    const made = await edit(input, extra, options, work);
    produced.push({ ...made, warnings: boundedWarnings([...warnings, ...made.warnings]) });
  }
  const delivered = await work.deliveries.many(produced, job.fileName || 'documents', target);
  return storeResults(job, delivered, work);
}

/** Memory and the size of a PDF bound what one result can be made of. */
function requireSize(files: readonly FileOrPart[]): void {
  const bytes = files.reduce((sum, { file, converted }) => sum + (converted ?? file).size, 0);
  if (bytes <= limits.totalInput) return;
  const message = `have ${bytes} bytes together when they are converted, and at most ${limits.totalInput} are possible`;
  throw AppError.inField('file-too-large', 'files', message);
}

/** A file as an input of the assembly, with the name of the PDF that it becomes. */
interface ReadFile {
  input: PdfInput;
  warnings: Warning[];
}

async function readFiles(
  { passwords = [] }: ReadyJob,
  files: readonly FileOrPart[],
  { pictures }: ToPdfOptions,
  work: AssemblyStores & PdfDeadline,
): Promise<ReadFile[]> {
  const layout = pictureLayout(pictures);
  return inBatches(files, parallelReads, async ({ file, converted }, index): Promise<ReadFile> => {
    const { field, fileName } = file;
    const named = { field, fileName: pdfName(fileName) };
    if (converted) {
      const content = await work.files.read(converted);
      return { input: { ...named, content }, warnings: namedWarnings(field, converted.warnings) };
    }
    const [input] = await readInputs([file], [passwords[index]], work.uploads);
    if (!input) throw new Error('readInputs did not return the file');
    if (pictureKindOf(input.content) === undefined) return { input: { ...input, ...named }, warnings: [] };
    const [made] = await work.pictures.run({ kind: 'picture', input, layout, fileName }, work);
    if (!made) throw new Error('The picture became no PDF');
    return { input: { ...named, content: bytesOf(made.content) }, warnings: made.warnings };
  });
}

const pdfName = (fileName: string): string =>
  fileName === '' ? '' : `${fileName.slice(0, fileName.length - extname(fileName).length)}.pdf`;

/** The warnings about a file, which say what file they are about. */
const namedWarnings = (field: string, warnings: readonly Warning[]): Warning[] =>
  warnings.map((warning) => ({ ...warning, message: `${field}: ${warning.message}` }));

async function merge(
  job: ReadyJob,
  inputs: readonly PdfInput[],
  extra: FinishingFiles<PdfInput>,
  { outline, ...options }: ToPdfOptions,
  work: AssemblyStores & PdfDeadline,
): Promise<ProducedFile<Chunks>> {
  const [only] = inputs.length === 1 ? inputs : [];
  const fileName = job.fileName || (only?.fileName ?? '');
  const task = { ...finishingAmong(options), ...extra, kind: 'merge' as const, inputs, outline, fileName };
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
