import { mergePdf } from '#lib/conversions/pdf/merge-pdf.ts';
import { openPdfWork, pdfVariables } from '#lib/conversions/pdf/open-pdf-work.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { conversionOptions } from '#lib/http/conversion-options.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { answerFile, deliveryOf } from '#lib/http/file-answer.ts';
import { openLog } from '#lib/base/observability/work-log.ts';
import { contract } from '#lib/api/contracts/merge-pdf.ts';

const worker = new URL('pdf-worker.mjs', import.meta.url);
const { stores, workFor, release } = openPdfWork(requireVariables(process.env, ...pdfVariables), worker);
const options = { logger: openLog(contract.name, process.env), ...conversionOptions(stores) };

export const handler = httpEndpoint(contract, options, async (request) => {
  const merged = await mergePdf({ ...request.fields, files: request.files.files }, workFor(request));
  const answer = await answerFile(merged, deliveryOf(request, stores.files));
  release([merged]);
  return answer;
});
