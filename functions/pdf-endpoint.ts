import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Contract } from '#lib/api/contract.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { openLog } from '#lib/base/observability/work-log.ts';
import { openPdfWork, pdfVariables } from '#lib/conversions/pdf/open-pdf-work.ts';
import type { PdfWork } from '#lib/conversions/pdf/read-inputs.ts';
import type { Chunks, ProducedFile } from '#lib/files/produced-file.ts';
import type { Answer } from '#lib/http/answer.ts';
import { conversionOptions } from '#lib/http/conversion-options.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import type { ParsedRequest } from '#lib/http/request.ts';

type PdfFiles = ReturnType<typeof openPdfWork>['stores']['files'];

/** The response to a request, and the results whose memory is free once it is complete. */
interface Converted {
  results: readonly ProducedFile<Chunks>[];
  response: Answer;
}

/**
 * The handler of a conversion that the PDF engine does in a thread of the function.
 *
 * @param folder has `pdf-worker.mjs`, the program of the thread
 */
export function pdfEndpoint<C extends Contract>(
  contract: C,
  environment: NodeJS.ProcessEnv,
  folder: string,
  convert: (request: ParsedRequest<C>, work: PdfWork, files: PdfFiles) => Promise<Converted>,
) {
  const worker = pathToFileURL(join(folder, 'pdf-worker.mjs'));
  const { stores, workFor, release } = openPdfWork(requireVariables(environment, ...pdfVariables), worker);
  const options = { logger: openLog(contract.name, environment), ...conversionOptions(stores) };
  return httpEndpoint(contract, options, async (request) => {
    const { results, response } = await convert(request, workFor(request), stores.files);
    release(results);
    return response;
  });
}
