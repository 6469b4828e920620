import { contract } from '#lib/api/contracts/merge-pdf.ts';
import { withoutJobFields } from '#lib/api/fields/job-fields.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { mergeJob, mergePdf } from '#lib/conversions/pdf/merge-pdf.ts';
import { respondWithFile, fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(contract, process.env, import.meta.dirname, {
  convert: async ({ fields, files, deadline }, work) => {
    const merged = await mergePdf({ ...withoutJobFields(fields), ...files }, work);
    return [await work.deliveries.one(merged, { deliverTo: fields.deliverTo, deadline })] as const;
  },
  target: ({ fields: { deliverTo } }) => ({ deliverTo, results: 1 }),
  order: (request) => orderOf(request, () => mergeJob(request)),
  respond: ([merged], request, files) => respondWithFile(merged, fileResponseOptions(request, files)),
});
