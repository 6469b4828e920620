import { mergeOptions, splitOptions } from '../../api/options/pdf.ts';
import { countBytes, countDocuments } from '../../base/observability/span.ts';
import type { ObjectReader } from '../../files/input-file.ts';
import type { FileStore } from '../../files/file-store.ts';
import { inputFilesOf } from '../../jobs/input-files.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import type { JobStore } from '../../jobs/job-store.ts';
import type { JobWork } from '../../jobs/run-job.ts';
import { storeResult, storeResults } from '../../jobs/store-results.ts';
import type { ResultDelivery } from '../deliveries/result-delivery.ts';
import { mergePdf } from './merge-pdf.ts';
import type { PdfRunner } from './pdf-thread.ts';
import { splitPdf, splitRequest } from './split-pdf.ts';

export interface PdfWorkStores {
  pdf: PdfRunner;
  uploads: ObjectReader;
  files: Pick<FileStore, 'save'>;
  jobs: Pick<JobStore, 'expectResults'>;
  deliveries: ResultDelivery;
}

function countInputs({ inputs }: ReadyJob): void {
  for (const { size } of inputs) countBytes('input', size);
  countDocuments(inputs.length);
}

/** Merges the PDFs of a job. */
export const mergeWork =
  (stores: PdfWorkStores): JobWork<ReadyJob> =>
  async (job, deadline, signal) => {
    countInputs(job);
    const { passwords } = job;
    const request = { ...mergeOptions.parse(job.options), files: inputFilesOf(job), passwords };
    const merged = await mergePdf(request, { ...stores, deadline, signal });
    const target = { deliverTo: job.deliverTo, deadline, signal };
    return storeResult(job, await stores.deliveries.one(merged, target), stores.files);
  };

/** Splits the PDF of a job. */
export const splitWork =
  (stores: PdfWorkStores): JobWork<ReadyJob> =>
  async (job, deadline, signal) => {
    countInputs(job);
    const [file] = inputFilesOf(job);
    if (!file) throw new Error('The job has no document');
    const password = job.passwords?.[0] ?? undefined;
    const request = splitRequest({
      fields: { ...splitOptions.parse(job.options), password },
      files: { file },
    });
    const parts = await splitPdf(request, { ...stores, deadline, signal });
    const target = { deliverTo: job.deliverTo, deadline, signal };
    return storeResults(job, await stores.deliveries.many(parts, request.fileName, target), stores);
  };
