import { requireVariables } from '#lib/base/environment.ts';
import { pdfContracts } from '#lib/gotenberg/contracts/pdf-contracts.ts';
import { submitForm } from '#lib/gotenberg/jobs/form-job.ts';
import { PdfOperations } from '#lib/gotenberg/operations/pdf-operations.ts';
import { pdfRoutes } from '#lib/gotenberg/routes/pdf-routes.ts';
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
  submission,
  convert(route, form, { deadline }) {
    const convert = pdfRoutes[route as keyof typeof pdfRoutes];
    return convert(form, new PdfOperations({ pdf, uploads, deadline }));
  },
  submit: (route, form, request, webhook) =>
    submitForm({ type: 'gotenberg-pdfengines', route, form }, request, webhook, submission),
});
