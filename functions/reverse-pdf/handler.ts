import { contract } from '#lib/api/contracts/reverse-pdf.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { reverseJob, reversePdf } from '#lib/conversions/pdf/reverse-pdf.ts';
import { respondWithFile, fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(contract, process.env, import.meta.dirname, {
  convert: async ({ fields, files }, work) =>
    [await reversePdf({ ...fields, file: files.file }, work)] as const,
  order: (request) => orderOf(request, () => reverseJob(request)),
  respond: ([reversed], request, files) => respondWithFile(reversed, fileResponseOptions(request, files)),
});
