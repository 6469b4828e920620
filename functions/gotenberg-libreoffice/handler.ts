import { parsePlanCap } from '#lib/auth/plan-caps.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { lazyPdf } from '#lib/conversions/pdf/lazy-pdf.ts';
import { officeContracts } from '#lib/gotenberg/contracts/office-contracts.ts';
import { downloadsFrom } from '#lib/gotenberg/form/download-from.ts';
import { outputOf } from '#lib/gotenberg/http/output.ts';
import { respondWithOutput } from '#lib/gotenberg/http/respond.ts';
import { PdfOperations } from '#lib/gotenberg/operations/pdf-operations.ts';
import { convertDocuments, submitDocuments } from '#lib/gotenberg/routes/office-route.ts';
import { requestedWebhook } from '#lib/gotenberg/webhooks/webhook-headers.ts';
import { JobDurations } from '#lib/jobs/job-durations.ts';
import { openJobQueue } from '#lib/storage/open-stores.ts';
import { gotenbergFamily } from '../gotenberg-family.ts';
import { openPdfThread } from '../open-pdf-thread.ts';
import { openSubmission } from '../open-submission.ts';

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
  download: downloadsFrom(submission),
  async serve(_route, form, request) {
    const webhook = requestedWebhook(request, submission.allowedHosts);
    if (webhook) {
      await submitDocuments(form, request, webhook, stores);
      return { status: 204 };
    }
    const { deadline, inlineBytes, outputName, requestId } = request;
    const operations = new PdfOperations({ pdf, uploads: submission.uploads, deadline });
    const work = { call: request, stores, pdf: operations, outputName, requestId };
    const { files } = await convertDocuments(form, work);
    return respondWithOutput(outputOf(files, outputName), inlineBytes);
  },
});
