import { contract } from '#lib/api/contracts/split-pdf.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { documentJob, documentRequest } from '#lib/conversions/pdf/one-document.ts';
import { splitPdf } from '#lib/conversions/pdf/split-pdf.ts';
import { respondWithFiles, fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(contract, process.env, import.meta.dirname, {
  convert: async (request, work) => {
    const split = documentRequest(request);
    const { fields, deadline } = request;
    const parts = await splitPdf(split, work);
    return work.deliveries.many(parts, split.fileName, { deliverTo: fields.deliverTo, deadline });
  },
  target: ({ fields: { deliverTo, ranges } }) => ({ deliverTo, results: ranges.length }),
  order: (request) => orderOf(request, () => documentJob('split-pdf', request)),
  respond: (parts, request, files) =>
    respondWithFiles(parts, documentRequest(request).fileName, fileResponseOptions(request, files)),
});
