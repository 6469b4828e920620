import type { MarkdownRunner } from '../../conversions/html/markdown/markdown-thread.ts';
import type { RenderingStores } from '../../conversions/html/render-page.ts';
import type { PdfRunner } from '../../conversions/pdf/pdf-thread.ts';
import type { InputStore } from '../../files/input-store.ts';
import type { ObjectReader } from '../../files/input-file.ts';
import type { ReadyJob } from '../../jobs/job.ts';
import type { JobWork } from '../../jobs/run-job.ts';
import { PdfOperations } from '../operations/pdf-operations.ts';
import { pageRoutes } from '../routes/page-routes.ts';
import { formWork } from './form-job.ts';

interface PageFormStores extends RenderingStores {
  inputs: InputStore;
  markdown: MarkdownRunner;
  pdf: PdfRunner;
  uploads: ObjectReader;
}

/** Converts the form of a job for `/forms/chromium`. */
export const pageFormWork = (stores: PageFormStores): JobWork<ReadyJob> =>
  formWork(stores, (route, form, { job, deadline, signal }) => {
    const requestId = job.origin?.requestId ?? job.id;
    const call = { principal: { keyId: job.owner }, requestId, deadline };
    const pdf = new PdfOperations({ ...stores, deadline, signal });
    return pageRoutes[route as keyof typeof pageRoutes](form, {
      ...stores,
      pdf,
      call,
      outputName: job.fileName,
    });
  });
