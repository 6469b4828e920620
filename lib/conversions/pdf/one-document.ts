import { optionsOf } from '../../api/fields/job-fields.ts';
import type { FinishingOptions } from '../../api/options/finishing.ts';
import type { GivenFile, InputFile } from '../../files/input-file.ts';
import type { JobType } from '../../api/job-states.ts';
import { inputFilesOf } from '../../jobs/input-files.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import { checkAttachments } from '../finishing/check-attachments.ts';
import type { ConversionJob } from '../jobs/submit-conversion.ts';
import { type PdfWork, readInputs } from './read-inputs.ts';
import type { PdfInput } from './task.ts';

/** The options of a conversion of one document. */
type DocumentOptions = FinishingOptions & { fileName: string };

/** The form of a conversion of one document, with or without the fields of its job. */
export interface DocumentForm<Options extends DocumentOptions, File extends GivenFile = InputFile> {
  fields: Options & { password?: string | undefined };
  files: { file: File; attachments?: readonly File[] | undefined };
}

/** What a conversion of one document works with. */
export type DocumentRequest<Options> = Options & {
  file: InputFile;
  attachments?: readonly InputFile[] | undefined;
  password?: string | undefined;
};

/** The name of a result: the one that the client chose, else that of the document. */
export const resultName = ({
  file,
  fileName,
}: {
  file: Pick<InputFile, 'fileName'>;
  fileName: string;
}): string => fileName || file.fileName || 'document.pdf';

/**
 * Returns the request of a form.
 *
 * @throws AppError as `checkAttachments`
 */
export function documentRequest<Options extends DocumentOptions>({
  fields,
  files: { file, attachments = [] },
}: DocumentForm<Options>): DocumentRequest<Options> {
  checkAttachments(attachments, fields);
  return { ...(optionsOf(fields) as Options), file, attachments };
}

/**
 * Returns the job of a form. Its inputs are the document and then the attachments.
 *
 * @throws AppError as `checkAttachments`
 */
export function documentJob<Options extends DocumentOptions>(
  type: JobType,
  { fields, files: { file, attachments = [] } }: DocumentForm<Options, GivenFile>,
): ConversionJob {
  checkAttachments(attachments, fields);
  const { password, ...options } = optionsOf(fields);
  return {
    type,
    inputs: [file, ...attachments],
    fileName: fields.fileName,
    options,
    ...(password === undefined ? {} : { passwords: [password] }),
  };
}

/** Returns the request of a job with these options. */
export function requestOfJob<Options extends DocumentOptions>(
  job: ReadyJob,
  options: Options,
): DocumentRequest<Options> {
  const [file] = inputFilesOf(job, 'file');
  if (!file) throw new Error('The job has no document');
  const password = job.passwords?.[0] ?? undefined;
  const attachments = inputFilesOf(job, 'attachments');
  return documentRequest({ fields: { ...options, password }, files: { file, attachments } });
}

/**
 * Reads the document of a request and the files to attach.
 *
 * @throws AppError the errors of `readInputs`
 */
export async function readDocument(
  { file, attachments = [], password }: Pick<DocumentRequest<object>, 'file' | 'attachments' | 'password'>,
  { uploads }: Pick<PdfWork, 'uploads'>,
): Promise<{ input: PdfInput; attachments: PdfInput[] }> {
  const [input, ...attached] = await readInputs([file, ...attachments], [password], uploads);
  if (!input) throw new Error('readInputs did not return the document');
  return { input, attachments: attached };
}
