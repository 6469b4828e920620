import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { withExtension } from '../../base/file-name.ts';
import { siblingId } from '../../base/identifiers.ts';
import { countBytes, timed } from '../../base/observability/span.ts';
import { createWorkFolder } from '../../base/processes/work-folder.ts';
import { ConversionError } from '../../engines/office/conversion-error.ts';
import type { GivenFont } from '../../engines/fonts/given-font.ts';
import { isFormatExtension } from '../../engines/office/formats.ts';
import type { FileStore } from '../../files/file-store.ts';
import { isInField } from '../../files/input-file.ts';
import type { InputStore } from '../../files/input-store.ts';
import { sizeOf } from '../../files/produced-file.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import type { JobWork } from '../../jobs/run-job.ts';
import type { ResultDelivery } from '../deliveries/result-delivery.ts';
import { readFonts } from '../fonts/read-fonts.ts';
import { jobErrorOf } from './job-error.ts';
import { officeResult, type OfficeTools } from './office-result.ts';

export interface OfficeWorkOptions extends OfficeTools {
  inputs: Pick<InputStore, 'download'>;
  files: Pick<FileStore, 'save'>;
  deliveries: ResultDelivery;
  /** Parent of the temporary folder of each job. */
  workDirectory: string;
}

/** Converts the document of a job, from its stored input to its stored result. */
export const officeWork =
  ({ inputs, files, deliveries, workDirectory, ...tools }: OfficeWorkOptions): JobWork<ReadyJob> =>
  async (job, deadline, signal) => {
    const began = Date.now();
    const [input] = job.inputs;
    if (!input) throw new Error('The job has no document');
    for (const { size } of job.inputs) countBytes('input', size);
    const folder = createWorkFolder(workDirectory);
    try {
      const inputFile = join(folder, 'input');
      await timed('download', () => inputs.download(input, inputFile, signal));
      const fonts = await fontsOf(job, { inputs, folder, signal });
      const converted = Date.now();
      const document = {
        inputFile,
        fileName: input.fileName,
        password: job.passwords?.[0] ?? undefined,
        fonts,
        fresh: job.documentFault ?? false,
        folder,
        deadline,
        signal,
      };
      const { extension, ...made } = await officeResult(job, document, tools).catch(
        async (error: unknown) => {
          if (!(error instanceof ConversionError)) throw error;
          throw await jobErrorOf(error, { began, converted, deadline, folder });
        },
      );
      countBytes('output', sizeOf(made.content));
      const fileName = resultName(job.fileName, input.fileName, extension);
      const target = { deliverTo: job.deliverTo, deadline, signal };
      const result = await deliveries.one({ ...made, fileName }, target);
      return await timed('store', () => files.save(job.owner, result, siblingId('file', job.id)));
    } finally {
      rmSync(folder, { recursive: true, force: true });
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
const resultName = (wanted: string, document: string, extension: string): string =>
  withExtension(wanted || withoutOfficeExtension(document) || 'document', extension);

const withoutOfficeExtension = (name: string): string => {
  const extension = extname(name);
  return isFormatExtension(extension.slice(1)) || extension.toLowerCase() === '.pdf'
    ? name.slice(0, -extension.length)
    : name;
};
