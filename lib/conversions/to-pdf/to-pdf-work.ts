import { toPdfOptions } from '../../api/options/to-pdf.ts';
import { countDocuments } from '../../base/observability/span.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import { awaitsParts, type WorkWithParts } from '../../jobs/run-job.ts';
import { assembleFiles, type AssemblyStores } from './assemble-files.ts';
import { type ConversionStores, convertFiles } from './convert-files.ts';

/** Converts the files of a job to one PDF, or to one each. */
export const toPdfWork =
  (stores: AssemblyStores & ConversionStores): WorkWithParts<ReadyJob> =>
  async (job, deadline, signal) => {
    const options = toPdfOptions.parse(job.options);
    const files = await convertFiles(job, 'files', options, stores);
    if (files === awaitsParts) return awaitsParts;
    countDocuments(files.length);
    return assembleFiles(job, files, options, { ...stores, deadline, signal });
  };
