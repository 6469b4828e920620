import { contract } from '#lib/api/contracts/merge-pdf.ts';
import { mergePdf } from '#lib/conversions/pdf/merge-pdf.ts';
import { answerFile, deliveryOf } from '#lib/http/file-answer.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(contract, process.env, import.meta.dirname, {
  convert: async ({ fields, files }, work) =>
    [await mergePdf({ ...fields, files: files.files }, work)] as const,
  respond: ([merged], request, files) => answerFile(merged, deliveryOf(request, files)),
});
