import type { PdfRunner } from '../../conversions/pdf/pdf-thread.ts';
import type { ObjectReader } from '../../files/input-file.ts';
import type { FileStore } from '../../files/file-store.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import type { JobWork } from '../../jobs/run-job.ts';
import { PdfOperations } from '../operations/pdf-operations.ts';
import { pdfRoutes } from '../routes/pdf-routes.ts';
import { formWork } from './form-job.ts';

interface PdfFormStores {
  pdf: PdfRunner;
  uploads: ObjectReader;
  files: Pick<FileStore, 'save'>;
}

/** Converts the form of a job for `/forms/pdfengines`. */
export const pdfFormWork = (stores: PdfFormStores): JobWork<ReadyJob> =>
  formWork(stores, (route, form, { deadline, signal }) =>
    pdfRoutes[route as keyof typeof pdfRoutes](form, new PdfOperations({ ...stores, deadline, signal })),
  );
