import type { Contract } from '#lib/api/contract.ts';
import { growHeapBeforeGc } from '#lib/base/grow-heap-before-gc.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { type RequestedTarget, requireTarget } from '#lib/conversions/deliveries/require-target.ts';
import type { ResultDelivery } from '#lib/conversions/deliveries/result-delivery.ts';
import { inMemory } from '#lib/conversions/inputs/receive-download.ts';
import { readyRequest } from '#lib/conversions/inputs/ready-request.ts';
import { replayConversion } from '#lib/conversions/jobs/respond-accepted.ts';
import { type JobOrder, submitConversion } from '#lib/conversions/jobs/submit-conversion.ts';
import type { PdfRunner } from '#lib/conversions/pdf/pdf-thread.ts';
import type { PdfWork } from '#lib/conversions/pdf/read-inputs.ts';
import type { FileStore } from '#lib/files/file-store.ts';
import { settledContents } from '#lib/files/input-file.ts';
import { InputMemory } from '#lib/files/input-memory.ts';
import type { Chunks, ProducedFile } from '#lib/files/produced-file.ts';
import { conversionOptions } from '#lib/http/conversion-options.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import type { ParsedRequest, ReadyRequest } from '#lib/http/request.ts';
import type { ServiceResponse } from '#lib/http/response.ts';
import { conversionVariables, openConversionStores } from '#lib/storage/open-stores.ts';
import { openDeliveries } from './open-deliveries.ts';
import { openPdfThread } from './open-pdf-thread.ts';
import { inputSources, openSubmission } from './open-submission.ts';

type PdfFile = ProducedFile<Chunks>;

/** A conversion of the PDF engine: converts a request, and responds with the results. */
interface PdfConversion<C extends Contract, Results extends readonly PdfFile[]> {
  /** Checks what the contract cannot, before anything is downloaded. */
  check?: (request: ParsedRequest<C>) => void;
  convert: (request: ReadyRequest<C>, work: PdfWork & { deliveries: ResultDelivery }) => Promise<Results>;
  /** Where the client wants the results, and how many there will be. */
  target: (request: ParsedRequest<C>) => RequestedTarget;
  respond: (results: Results, request: ReadyRequest<C>, files: FileStore) => Promise<ServiceResponse>;
  /** Responds to a request that the thread cannot process; undefined for all others. */
  elsewhere?: (
    request: ReadyRequest<C>,
    stores: ReturnType<typeof openSubmission> & { files: FileStore },
  ) => Promise<ServiceResponse | undefined>;
  /** Undefined if the client does not ask for a job. */
  order: (request: ParsedRequest<C>) => JobOrder | undefined;
}

/**
 * The handler of a conversion that the PDF engine does in a thread of the function, or that a client requests as a job.
 *
 * @param folder has the program of the thread
 * @param openThread opens the thread; by default that of conversions without PDFium
 */
export function pdfEndpoint<C extends Contract, const Results extends readonly PdfFile[]>(
  contract: C,
  environment: NodeJS.ProcessEnv,
  folder: string,
  { check, convert, target, respond, elsewhere, order }: PdfConversion<C, Results>,
  openThread: (environment: NodeJS.ProcessEnv, folder: string) => PdfRunner = openPdfThread,
) {
  let served = 0;
  const stores = openConversionStores(requireVariables(environment, ...conversionVariables));
  const submission = openSubmission(environment);
  const pdf = openThread(environment, folder);
  const memory = new InputMemory();
  const sources = inputSources(submission, memory);
  const logger = openLog(contract.name, environment);
  const deliveries = openDeliveries(environment, logger);
  const options = {
    logger,
    ...conversionOptions({ ...stores, sources }, environment),
    memory,
    idempotency: { requests: stores.requests, replay: replayConversion(submission) },
  };
  return httpEndpoint(contract, options, async (request) => {
    served += 1;
    if (served === 2) growHeapBeforeGc();
    check?.(request);
    requireTarget(target(request), submission.allowedHosts);
    const ordered = order(request);
    const { deadline, admitted } = request;
    if (ordered) {
      await admitted();
      const response = await submitConversion(ordered, submission);
      memory.giveBack(await settledContents(ordered.conversion.inputs));
      return response;
    }
    const ready = await readyRequest(request, inMemory(memory), submission);
    const other = await elsewhere?.(ready, { ...submission, files: stores.files });
    if (other) return other;
    const results = await convert(ready, { pdf, uploads: stores.uploads, deadline, admitted, deliveries });
    const response = await respond(results, ready, stores.files);
    // Not after a failure: a call to S3 that is still running may read the results.
    return {
      ...response,
      sent: (taken) => memory.giveBack([...results.flatMap(({ content }) => content.chunks), ...taken]),
    };
  });
}
