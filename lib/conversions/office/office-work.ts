import { readFile, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import * as z from 'zod';
import { officeJobTypes } from '../../api/job-states.ts';
import { kindOfJob, officeOptions } from '../../api/options/office.ts';
import { finishedPdf, finishingOf } from './finished-pdf.ts';
import { officeToPdf } from './office-to-pdf.ts';
import type { FileStore } from '../../files/file-store.ts';
import { isInField, type ObjectReader } from '../../files/input-file.ts';
import { sizeOf } from '../../files/produced-file.ts';
import type { PdfRunner } from '../pdf/pdf-thread.ts';
import { withExtension } from '../../base/file-name.ts';
import { siblingId } from '../../base/identifiers.ts';
import type { InputStore } from '../../files/input-store.ts';
import { isFormatExtension } from '../../engines/office/formats.ts';
import { ConversionError } from '../../engines/office/conversion-error.ts';
import type { OfficeConverter } from '../../engines/office/converter.ts';
import { countBytes, timed } from '../../base/observability/span.ts';
import { createWorkFolder } from '../../base/processes/work-folder.ts';
import type { GivenFont } from '../../engines/fonts/given-font.ts';
import type { ResultDelivery } from '../deliveries/result-delivery.ts';
import { readFonts } from '../fonts/read-fonts.ts';
import { jobErrorOf } from './job-error.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import type { JobWork } from '../../jobs/run-job.ts';

export interface OfficeWorkOptions {
  inputs: Pick<InputStore, 'download'>;
  files: Pick<FileStore, 'save'>;
  deliveries: ResultDelivery;
  /** For finishing options and attachments. */
  pdf: PdfRunner;
  uploads: ObjectReader;
  converter: Pick<OfficeConverter, 'convert'>;
  decryptWorker: URL;
  /** Parent of the temporary folder of each job. */
  workDirectory: string;
}

const officeJobType = z.enum(['to-pdf', ...officeJobTypes]);

/** Converts the document of a job, from its stored input to its stored result. */
export const officeWork =
  ({
    inputs,
    files,
    deliveries,
    converter,
    decryptWorker,
    workDirectory,
    ...stores
  }: OfficeWorkOptions): JobWork<ReadyJob> =>
  async (job, deadline, signal) => {
    const began = Date.now();
    const [input] = job.inputs;
    if (!input) throw new Error('The job has no document');
    for (const { size } of job.inputs) countBytes('input', size);
    const folder = await createWorkFolder(workDirectory);
    try {
      const inputFile = join(folder, 'input');
      const outputFile = join(folder, 'output.pdf');
      await timed('download', () => inputs.download(input, inputFile, signal));
      const fonts = await fontsOf(job, { inputs, folder, signal });
      const options = officeOptions.parse(job.options);
      const type = officeJobType.parse(job.type);
      const kind = type === 'to-pdf' ? undefined : kindOfJob(type);
      const converted = Date.now();
      const warnings = await officeToPdf(
        {
          inputFile,
          fileName: input.fileName,
          kind,
          options,
          password: job.passwords?.[0] ?? undefined,
          fonts,
          fresh: job.documentFault ?? false,
          outputFile,
          folder,
          deadline,
          signal,
        },
        converter,
        decryptWorker,
      ).catch(async (error: unknown) => {
        if (!(error instanceof ConversionError)) throw error;
        throw await jobErrorOf(error, { began, converted, deadline, folder });
      });
      const fileName = resultName(job.fileName, input.fileName);
      const pdf = { field: input.field, fileName, path: outputFile, warnings };
      const finished = await finishedPdf(pdf, finishingOf(job), { ...stores, deadline, signal });
      countBytes('output', sizeOf(finished.content));
      const result = await deliveries.one(finished, { deliverTo: job.deliverTo, deadline, signal });
      return await timed('store', () => files.save(job.owner, result, siblingId('file', job.id)));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

/** @throws AppError `invalid-file-type` or `file-too-large` when a font is at fault */
const fontsOf = (
  job: ReadyJob,
  { inputs, folder, signal }: Pick<OfficeWorkOptions, 'inputs'> & { folder: string; signal: AbortSignal },
): Promise<GivenFont[]> =>
  readFonts(
    job.inputs.filter(isInField('fonts')).map((input, index) => ({
      ...input,
      read: async () => {
        const path = join(folder, `font-${index}`);
        await inputs.download(input, path, signal);
        return readFile(path);
      },
    })),
  );

/** The name of a result: as the client wishes, otherwise after the document. */
const resultName = (wanted: string, document: string): string =>
  withExtension(wanted || withoutOfficeExtension(document) || 'document', '.pdf');

const withoutOfficeExtension = (name: string): string => {
  const extension = extname(name);
  return isFormatExtension(extension.slice(1)) ? name.slice(0, -extension.length) : name;
};
