import { openPdfWork, pdfVariables } from '#lib/conversions/pdf/open-pdf-work.ts';
import { splitPdf } from '#lib/conversions/pdf/split-pdf.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { conversionOptions } from '#lib/http/conversion-options.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { answerFiles, deliveryOf } from '#lib/http/file-answer.ts';
import { openLog } from '#lib/base/observability/work-log.ts';
import { contract } from '#lib/api/contracts/split-pdf.ts';

const worker = new URL('pdf-worker.mjs', import.meta.url);
const { stores, workFor, release } = openPdfWork(requireVariables(process.env, ...pdfVariables), worker);
const options = { logger: openLog(contract.name, process.env), ...conversionOptions(stores) };

export const handler = httpEndpoint(contract, options, async (request) => {
  const { file } = request.files;
  const fileName = request.fields.fileName || file.fileName || 'document.pdf';
  const parts = await splitPdf({ ...request.fields, file, fileName }, workFor(request));
  const answer = await answerFiles(parts, fileName, deliveryOf(request, stores.files));
  release(parts);
  return answer;
});
