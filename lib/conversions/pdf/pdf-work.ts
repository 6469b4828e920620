import { editOptions, mergeOptions, splitOptions } from '../../api/options/pdf.ts';
import { imagesOptions } from '../../api/options/pictures.ts';
import { textOptions } from '../../api/options/text.ts';
import { countBytes, countDocuments } from '../../base/observability/span.ts';
import type { ObjectReader } from '../../files/input-file.ts';
import type { FileStore } from '../../files/file-store.ts';
import { inputFilesOf } from '../../jobs/input-files.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import type { JobStore } from '../../jobs/job-store.ts';
import type { JobWork } from '../../jobs/run-job.ts';
import { storeResult, storeResults } from '../../jobs/store-results.ts';
import type { ResultDelivery } from '../deliveries/result-delivery.ts';
import { finishingFilesOf } from '../finishing/finishing-files.ts';
import { editPdf } from './edit-pdf.ts';
import { mergePdf } from './merge-pdf.ts';
import { requestOfJob, resultName } from './one-document.ts';
import type { PdfRunner } from './pdf-thread.ts';
import { pdfImages } from './pictures/pdf-images.ts';
import { splitPdf } from './split-pdf.ts';
import { pdfText } from './text/pdf-text.ts';

export interface PdfWorkStores {
  pdf: PdfRunner;
  uploads: ObjectReader;
  files: Pick<FileStore, 'save'>;
  jobs: Pick<JobStore, 'expectResults'>;
  deliveries: ResultDelivery;
}

/** @param documents among the inputs; the others belong to finishing options */
function countInputs({ inputs }: ReadyJob, documents: number): void {
  for (const { size } of inputs) countBytes('input', size);
  countDocuments(documents);
}

/** Merges the PDFs of a job. */
export const mergeWork =
  (stores: PdfWorkStores): JobWork<ReadyJob> =>
  async (job, deadline, signal) => {
    const { passwords } = job;
    const files = inputFilesOf(job, 'files');
    countInputs(job, files.length);
    const request = { ...mergeOptions.parse(job.options), ...finishingFilesOf(job), files, passwords };
    const merged = await mergePdf(request, { ...stores, deadline, signal });
    const target = { deliverTo: job.deliverTo, deadline, signal };
    return storeResult(job, await stores.deliveries.one(merged, target), stores.files);
  };

/** Edits the PDF of a job. */
export const editWork =
  (stores: PdfWorkStores): JobWork<ReadyJob> =>
  async (job, deadline, signal) => {
    countInputs(job, 1);
    const request = requestOfJob(job, editOptions.parse(job.options));
    const edited = await editPdf(request, { ...stores, deadline, signal });
    const target = { deliverTo: job.deliverTo, deadline, signal };
    return storeResult(job, await stores.deliveries.one(edited, target), stores.files);
  };

/** Splits the PDF of a job. */
export const splitWork =
  (stores: PdfWorkStores): JobWork<ReadyJob> =>
  async (job, deadline, signal) => {
    countInputs(job, 1);
    const request = requestOfJob(job, splitOptions.parse(job.options));
    const parts = await splitPdf(request, { ...stores, deadline, signal });
    const target = { deliverTo: job.deliverTo, deadline, signal };
    return storeResults(job, await stores.deliveries.many(parts, resultName(request), target), stores);
  };

/** Draws the pages of a job's PDF. */
export const imagesWork =
  (stores: PdfWorkStores): JobWork<ReadyJob> =>
  async (job, deadline, signal) => {
    countInputs(job, 1);
    const request = requestOfJob(job, imagesOptions.parse(job.options));
    const pictures = await pdfImages(request, { ...stores, deadline, signal });
    const target = { deliverTo: job.deliverTo, deadline, signal };
    return storeResults(job, await stores.deliveries.many(pictures, resultName(request), target), stores);
  };

/** Reads the text of a job's PDF. */
export const textWork =
  (stores: PdfWorkStores): JobWork<ReadyJob> =>
  async (job, deadline, signal) => {
    countInputs(job, 1);
    const request = requestOfJob(job, textOptions.parse(job.options));
    const text = await pdfText(request, { ...stores, deadline, signal });
    const target = { deliverTo: job.deliverTo, deadline, signal };
    return storeResult(job, await stores.deliveries.one(text, target), stores.files);
  };
