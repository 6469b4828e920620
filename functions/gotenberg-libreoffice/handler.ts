import { parsePlanCap } from '#lib/auth/plan-caps.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { lazyPdf } from '#lib/conversions/pdf/lazy-pdf.ts';
import { officeContracts } from '#lib/gotenberg/contracts/office-contracts.ts';
import { PdfOperations } from '#lib/gotenberg/operations/pdf-operations.ts';
import { convertDocuments, submitDocuments } from '#lib/gotenberg/routes/office-route.ts';
import { JobDurations } from '#lib/jobs/job-durations.ts';
import { openJobQueue } from '#lib/storage/open-stores.ts';
import { gotenbergFamily } from '../gotenberg-family.ts';
import { openPdfThread } from '../open-pdf-thread.ts';
import { openSubmission } from '../open-submission.ts';
import '#lib/storage/s3/sdk.ts';
import '#lib/storage/sqs/sdk.ts';

const { PDF_QUEUE_URL } = requireVariables(process.env, 'PDF_QUEUE_URL');
const submission = openSubmission(process.env);
const stores = {
  ...submission,
  held: {
    activity: submission.activity,
    cap: parsePlanCap('heldCalls', process.env),
    durations: new JobDurations(),
  },
  unavailable: process.env['OFFICE_UNAVAILABLE'],
  jobsWithParts: openJobQueue(PDF_QUEUE_URL),
  withoutChromium: process.env['CHROMIUM_UNAVAILABLE'],
};
const pdf = lazyPdf(() => openPdfThread(process.env, import.meta.dirname));

export const handler = gotenbergFamily('libreoffice', process.env, {
  contracts: officeContracts,
  // The jobs count as usage.
  admission: submission.admission,
  submission,
  convert(_route, form, request) {
    const { deadline, outputName, requestId } = request;
    const operations = new PdfOperations({ pdf, uploads: submission.uploads, deadline });
    return convertDocuments(form, { call: request, stores, pdf: operations, outputName, requestId });
  },
  submit: (_route, form, request, webhook) => submitDocuments(form, request, webhook, stores),
});
