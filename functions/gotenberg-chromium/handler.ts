import { requireVariables } from '#lib/base/environment.ts';
import { requireInstalled } from '#lib/base/require-installed.ts';
import { lazyPdf } from '#lib/conversions/pdf/lazy-pdf.ts';
import { pageContracts } from '#lib/gotenberg/contracts/page-contracts.ts';
import { submitForm } from '#lib/gotenberg/jobs/form-job.ts';
import { PdfOperations } from '#lib/gotenberg/operations/pdf-operations.ts';
import { pageRoutes } from '#lib/gotenberg/routes/page-routes.ts';
import { conversionVariables, openConversionStores } from '#lib/storage/open-stores.ts';
import { S3InputStore } from '#lib/storage/s3/input-store.ts';
import { gotenbergFamily } from '../gotenberg-family.ts';
import { openMarkdown } from '../open-markdown.ts';
import { openPdfThread } from '../open-pdf-thread.ts';
import { openRenderer } from '../open-renderer.ts';
import { openSubmission } from '../open-submission.ts';
import '#lib/storage/s3/sdk.ts';

const stores = openConversionStores(requireVariables(process.env, ...conversionVariables));
const submission = openSubmission(process.env);
const folder = import.meta.dirname;
const pdf = lazyPdf(() => openPdfThread(process.env, folder));
const pages = {
  ...stores,
  inputs: new S3InputStore(stores.objects),
  renderer: openRenderer(process.env),
  markdown: openMarkdown(process.env, folder),
};

export const handler = gotenbergFamily('chromium', process.env, {
  contracts: pageContracts,
  admission: stores.admission,
  submission,
  requireEngine() {
    requireInstalled(process.env['CHROMIUM_UNAVAILABLE']);
  },
  convert(route, form, request) {
    const { deadline, outputName } = request;
    const operations = new PdfOperations({ pdf, uploads: stores.uploads, deadline });
    const convert = pageRoutes[route as keyof typeof pageRoutes];
    return convert(form, { ...pages, pdf: operations, call: request, outputName });
  },
  submit: (route, form, request, webhook) =>
    submitForm({ type: 'gotenberg-chromium', route, form }, request, webhook, submission),
});
