import { contract } from '#lib/api/contracts/pdf-text.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { documentJob, documentRequest } from '#lib/conversions/pdf/one-document.ts';
import { pdfText } from '#lib/conversions/pdf/text/pdf-text.ts';
import { respondWithText } from '#lib/conversions/pdf/text/respond-with-text.ts';
import { openProgram } from '../open-program.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(
  contract,
  process.env,
  import.meta.dirname,
  {
    convert: async (request, work) => {
      const text = await pdfText(documentRequest(request), work);
      const { fields, deadline } = request;
      return [await work.deliveries.one(text, { deliverTo: fields.deliverTo, deadline })] as const;
    },
    target: ({ fields: { deliverTo } }) => ({ deliverTo, results: 1 }),
    order: (request) => orderOf(request, () => documentJob('pdf-text', request)),
    respond: ([text], request) => Promise.resolve(respondWithText(text, request)),
  },
  (...from) => openProgram('pdfium-worker', ...from),
);
