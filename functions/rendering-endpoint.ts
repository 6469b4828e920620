import type { Contract } from '#lib/api/contract.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { type RequestedTarget, requireTarget } from '#lib/conversions/deliveries/require-target.ts';
import type { ResultDelivery } from '#lib/conversions/deliveries/result-delivery.ts';
import { requireInstalled } from '#lib/base/require-installed.ts';
import { downloadSettingsOf } from '#lib/conversions/inputs/download-settings.ts';
import { replayConversion } from '#lib/conversions/jobs/respond-accepted.ts';
import { type JobOrder, submitConversion } from '#lib/conversions/jobs/submit-conversion.ts';
import { lazyPdf } from '#lib/conversions/pdf/lazy-pdf.ts';
import type { ServiceResponse } from '#lib/http/response.ts';
import { conversionOptions } from '#lib/http/conversion-options.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import type { ParsedRequest } from '#lib/http/request.ts';
import { conversionVariables, openConversionStores } from '#lib/storage/open-stores.ts';
import { S3InputStore } from '#lib/storage/s3/input-store.ts';
import { openDeliveries } from './open-deliveries.ts';
import { openPdfThread } from './open-pdf-thread.ts';
import { openRenderer } from './open-renderer.ts';
import { inputSources, openSubmission } from './open-submission.ts';
import '#lib/storage/s3/sdk.ts';

/** Stores and clients of the rendering endpoints. */
function openRendering(environment: NodeJS.ProcessEnv, folder: string) {
  const stores = openConversionStores(requireVariables(environment, ...conversionVariables));
  return {
    ...stores,
    ...downloadSettingsOf(environment),
    inputs: new S3InputStore(stores.objects),
    renderer: openRenderer(environment),
    pdf: lazyPdf(() => openPdfThread(environment, folder)),
  };
}

type RenderingStores = ReturnType<typeof openRendering>;

/** A rendering: the response with its result, or its job. */
interface RenderingConversion<C extends Contract> {
  render: (
    request: ParsedRequest<C>,
    stores: RenderingStores & { deliveries: ResultDelivery },
  ) => Promise<ServiceResponse>;
  /** Where the client wants the result. */
  target: (request: ParsedRequest<C>) => RequestedTarget;
  /** Undefined if the client does not ask for a job. */
  order: (request: ParsedRequest<C>) => JobOrder | undefined;
  /** Checks a request without rendering it. */
  check: (request: ParsedRequest<C>, stores: RenderingStores) => Promise<void> | void;
}

/**
 * The handler of a conversion that renders a page, or that a client requests as a job.
 *
 * @param folder has `pdf-worker.mjs`, the program of the thread that finishes PDFs
 */
export function renderingEndpoint<C extends Contract>(
  contract: C,
  environment: NodeJS.ProcessEnv,
  folder: string,
  { render, target, order, check }: RenderingConversion<C>,
) {
  const stores = openRendering(environment, folder);
  const submission = openSubmission(environment);
  const unavailable = environment['CHROMIUM_UNAVAILABLE'];
  const logger = openLog(contract.name, environment);
  const deliveries = openDeliveries(environment, logger);
  const options = {
    logger,
    ...conversionOptions({ ...stores, sources: inputSources(submission) }, environment),
    idempotency: { requests: stores.requests, replay: replayConversion(submission) },
  };
  return httpEndpoint(contract, options, async (request) => {
    requireInstalled(unavailable);
    requireTarget(target(request), submission.allowedHosts);
    await check(request, stores);
    await request.admitted();
    const ordered = order(request);
    return ordered ? submitConversion(ordered, submission) : render(request, { ...stores, deliveries });
  });
}
