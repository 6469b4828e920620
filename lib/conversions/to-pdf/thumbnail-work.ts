import { thumbnailOptions } from '../../api/options/pictures.ts';
import { contract } from '../../api/contracts/to-pdf.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import { awaitsParts, type WorkWithParts } from '../../jobs/run-job.ts';
import { storeResult } from '../../jobs/store-results.ts';
import type { PdfRunner } from '../pdf/pdf-thread.ts';
import { drawFirstPage } from '../pdf/pictures/thumbnail.ts';
import type { AssemblyStores } from './assemble-files.ts';
import { type ConversionStores, convertFiles } from './convert-files.ts';
import { toPdfOptionsOf } from './options.ts';
import { readFiles } from './read-files.ts';

export interface ThumbnailStores extends Omit<AssemblyStores, 'pdf'>, ConversionStores {
  files: AssemblyStores['files'] & ConversionStores['files'];
  jobs: ConversionStores['jobs'];
  /** Draws PDFs. */
  drawing: PdfRunner;
}

/** The options with which a file is converted whose first page is drawn. */
const forFirstPage = toPdfOptionsOf(contract.body.fields.parse({ pageRanges: '1' }));

/** Draws the first page of the file of a job. */
export const thumbnailWork =
  (stores: ThumbnailStores): WorkWithParts<ReadyJob> =>
  async (job, deadline, signal) => {
    const files = await convertFiles(job, 'file', forFirstPage, stores);
    if (files === awaitsParts) return awaitsParts;
    const work = { ...stores, deadline, signal };
    const [file] = await readFiles(job, files, forFirstPage, work);
    if (!file) throw new Error('The job has no file');
    const options = thumbnailOptions.parse(job.options);
    const picture = await drawFirstPage(file.input, options, { pdf: stores.drawing, deadline, signal });
    const result = { ...picture, warnings: boundedWarnings([...file.warnings, ...picture.warnings]) };
    const target = { deliverTo: job.deliverTo, deadline, signal };
    return storeResult(job, await stores.deliveries.one(result, target), stores.files);
  };
