import { contract } from '#lib/api/contracts/split-pdf.ts';
import { orderOf } from '#lib/conversions/jobs/submit-conversion.ts';
import { splitJob, splitPdf, splitRequest } from '#lib/conversions/pdf/split-pdf.ts';
import { respondWithFiles, fileResponseOptions } from '#lib/http/respond-with-files.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(contract, process.env, import.meta.dirname, {
  convert: (request, work) => splitPdf(splitRequest(request), work),
  order: (request) => orderOf(request, () => splitJob(request)),
  respond: (parts, request, files) =>
    respondWithFiles(parts, splitRequest(request).fileName, fileResponseOptions(request, files)),
});
