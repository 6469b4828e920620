import { contract } from '#lib/api/contracts/merge-pdf.ts';
import { mergePdf } from '#lib/conversions/pdf/merge-pdf.ts';
import { answerFile, deliveryOf } from '#lib/http/file-answer.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(
  contract,
  process.env,
  import.meta.dirname,
  async (request, work, files) => {
    const merged = await mergePdf({ ...request.fields, files: request.files.files }, work);
    return { results: [merged], response: await answerFile(merged, deliveryOf(request, files)) };
  },
);
