import { contract } from '#lib/api/contracts/edit-pdf.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { checkEdit, editPdf } from '#lib/conversions/pdf/edit-pdf.ts';
import { documentJob, documentRequest } from '#lib/conversions/pdf/one-document.ts';
import { respondWithFile, fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(contract, process.env, import.meta.dirname, {
  check: checkEdit,
  convert: async (request, work) => {
    const edited = await editPdf(documentRequest(request), work);
    const { fields, deadline } = request;
    return [await work.deliveries.one(edited, { deliverTo: fields.deliverTo, deadline })] as const;
  },
  target: ({ fields: { deliverTo } }) => ({ deliverTo, results: 1 }),
  order: (request) => orderOf(request, () => documentJob('edit-pdf', request)),
  respond: ([edited], request, files) => respondWithFile(edited, fileResponseOptions(request, files)),
});
