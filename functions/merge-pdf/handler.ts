import { contract } from '#lib/api/contracts/merge-pdf.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { mergeJob, mergePdf } from '#lib/conversions/pdf/merge-pdf.ts';
import { respondWithFile, fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(contract, process.env, import.meta.dirname, {
  convert: async ({ fields, files }, work) =>
    [await mergePdf({ ...fields, files: files.files }, work)] as const,
  order: (request) => orderOf(request, () => mergeJob(request)),
  respond: ([merged], request, files) => respondWithFile(merged, fileResponseOptions(request, files)),
});
