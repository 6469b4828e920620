import { requireVariables } from '#lib/base/environment.ts';
import { pdfContracts } from '#lib/gotenberg/contracts/pdf-contracts.ts';
import { downloadsFrom } from '#lib/gotenberg/form/download-from.ts';
import { outputOf } from '#lib/gotenberg/http/output.ts';
import { respondWithOutput } from '#lib/gotenberg/http/respond.ts';
import { submitForm } from '#lib/gotenberg/jobs/form-job.ts';
import { PdfOperations } from '#lib/gotenberg/operations/pdf-operations.ts';
import { pdfRoutes } from '#lib/gotenberg/routes/pdf-routes.ts';
import { requestedWebhook } from '#lib/gotenberg/webhooks/webhook-headers.ts';
import { json } from '#lib/http/response.ts';
import { conversionVariables, openConversionStores } from '#lib/storage/open-stores.ts';
import { gotenbergFamily } from '../gotenberg-family.ts';
import { openPdfThread } from '../open-pdf-thread.ts';
import { openSubmission } from '../open-submission.ts';

const { admission, uploads } = openConversionStores(requireVariables(process.env, ...conversionVariables));
const submission = openSubmission(process.env);
const pdf = openPdfThread(process.env, import.meta.dirname);

export const handler = gotenbergFamily('pdfengines', process.env, {
  contracts: pdfContracts,
  admission,
  download: downloadsFrom(submission),
  async serve(route, form, request) {
    const webhook = requestedWebhook(request, submission.allowedHosts);
    if (webhook) {
      await submitForm({ type: 'gotenberg-pdfengines', route, form }, request, webhook, submission);
      return { status: 204 };
    }
    const { deadline, inlineBytes, outputName } = request;
    const convert = pdfRoutes[route as keyof typeof pdfRoutes];
    const result = await convert(form, new PdfOperations({ pdf, uploads, deadline }));
    if ('json' in result) return json(200, result.json);
    return respondWithOutput(outputOf(result.files, outputName), inlineBytes);
  },
});
