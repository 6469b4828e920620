import { contract } from '#lib/api/contracts/to-pdf.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { submitToPdf } from '#lib/conversions/to-pdf/submit-to-pdf.ts';
import { openJobQueue } from '#lib/storage/open-stores.ts';
import { jobEndpoint } from '../office-endpoint.ts';

const { PDF_QUEUE_URL } = requireVariables(process.env, 'PDF_QUEUE_URL');
const jobsWithParts = openJobQueue(PDF_QUEUE_URL);

export const handler = jobEndpoint(contract, process.env, {
  submit: (request, stores) =>
    submitToPdf(request, {
      ...stores,
      jobsWithParts,
      withoutChromium: process.env['CHROMIUM_UNAVAILABLE'],
    }),
  isOneJob: false,
});
