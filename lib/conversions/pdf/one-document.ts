import { withoutJobFields } from '../../api/fields/job-fields.ts';
import type { FinishingOptions } from '../../api/options/finishing.ts';
import type { GivenFile, InputFile } from '../../files/input-file.ts';
import type { JobType } from '../../api/job-states.ts';
import { inputFilesOf } from '../../jobs/input-files.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import { checkFinishingFiles } from '../finishing/check-files.ts';
import {
  allFinishingFiles,
  byFinishingField,
  type FinishingFiles,
  finishingFilesAmong,
  finishingFilesOf,
  type OptionalFinishingFiles,
} from '../finishing/finishing-files.ts';
import type { ConversionJob } from '../jobs/submit-conversion.ts';
import { type PdfWork, readInputs } from './read-inputs.ts';
import type { PdfInput } from './task.ts';

/** The options of a conversion of one document. */
type DocumentOptions = FinishingOptions & { fileName: string };

/** The form of a conversion of one document, with or without the fields of its job. */
export interface DocumentForm<Options extends DocumentOptions, File extends GivenFile = InputFile> {
  fields: Options & { password?: string | undefined };
  files: { file: File } & OptionalFinishingFiles<File>;
}

/** What a conversion of one document works with. */
export type DocumentRequest<Options> = Options &
  OptionalFinishingFiles & {
    file: InputFile;
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
 * @throws AppError as `checkFinishingFiles`
 */
export function documentRequest<Options extends DocumentOptions>({
  fields,
  files: { file, ...others },
}: DocumentForm<Options>): DocumentRequest<Options> {
  const files = finishingFilesAmong(others);
  checkFinishingFiles(files, fields);
  return { ...(withoutJobFields(fields) as Options), ...files, file };
}

/**
 * Returns the job of a form. Its inputs are the document and then the files of finishing options.
 *
 * @throws AppError as `checkFinishingFiles`
 */
export function documentJob<Options extends DocumentOptions>(
  type: JobType,
  { fields, files: { file, ...others } }: DocumentForm<Options, GivenFile>,
): ConversionJob {
  const files = finishingFilesAmong<GivenFile>(others);
  checkFinishingFiles(files, fields);
  const { password, ...options } = withoutJobFields(fields);
  return {
    type,
    inputs: [file, ...allFinishingFiles(files)],
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
  return documentRequest({
    fields: { ...options, password },
    files: { file, ...finishingFilesOf(job) },
  });
}

/**
 * Reads the document of a request and the files of its finishing options.
 *
 * @throws AppError the errors of `readInputs`
 */
export async function readDocument(
  { file, password, ...others }: DocumentRequest<object>,
  { uploads }: Pick<PdfWork, 'uploads'>,
): Promise<{ input: PdfInput } & FinishingFiles<PdfInput>> {
  const files = finishingFilesAmong(others);
  const [input, ...rest] = await readInputs([file, ...allFinishingFiles(files)], [password], uploads);
  if (!input) throw new Error('readInputs did not return the document');
  return { input, ...byFinishingField(files, rest) };
}
