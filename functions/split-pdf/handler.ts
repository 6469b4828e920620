import { contract } from '#lib/api/contracts/split-pdf.ts';
import { splitPdf } from '#lib/conversions/pdf/split-pdf.ts';
import { answerFiles, deliveryOf } from '#lib/http/file-answer.ts';
import { pdfEndpoint } from '../pdf-endpoint.ts';

export const handler = pdfEndpoint(
  contract,
  process.env,
  import.meta.dirname,
  async (request, work, files) => {
    const { file } = request.files;
    const fileName = request.fields.fileName || file.fileName || 'document.pdf';
    const results = await splitPdf({ ...request.fields, file, fileName }, work);
    return { results, response: await answerFiles(results, fileName, deliveryOf(request, files)) };
  },
);
