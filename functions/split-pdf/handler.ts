import { contract } from '#lib/api/contracts/split-pdf.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { documentJob, documentRequest, resultName } from '#lib/conversions/pdf/one-document.ts';
import { splitPdf } from '#lib/conversions/pdf/split-pdf.ts';
import { respondWithFiles, fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(contract, process.env, import.meta.dirname, {
  convert: async (request, work) => {
    const split = documentRequest(request);
    const { fields, deadline } = request;
    const parts = await splitPdf(split, work);
    return work.deliveries.many(parts, resultName(split), { deliverTo: fields.deliverTo, deadline });
  },
  // The number of parts of the other modes depends on the document.
  target: ({ fields: { deliverTo, ranges } }) => ({ deliverTo, results: ranges?.length }),
  order: (request) => orderOf(request, () => documentJob('split-pdf', request)),
  respond: (parts, request, files) =>
    respondWithFiles(parts, resultName(documentRequest(request)), fileResponseOptions(request, files)),
});
