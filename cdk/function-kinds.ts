import type { JobQueueName } from '#lib/jobs/job-queue.ts';
import type { ServiceFunction } from './constructs/service-function.ts';
import type { Capabilities, FunctionRow } from './function-row.ts';
import type { ServiceParameters } from './parameters.ts';
import { markdownPrograms, pdfiumPrograms, pdfPrograms } from './thread-programs.ts';

/** A little over the 28 seconds of a response; API Gateway gives up at 29. */
const responseTimeout = 29;

/** The ten minutes that a job may take, and a minute to store its results. */
export const jobTimeout = 660;

/** For endpoints that look up data, and short background tasks. */
export const small = { memory: 512, timeout: responseTimeout };

/** Conversions in the function itself hold all their input, and get the most that a new AWS account allows. */
export const converting = { memory: 3008, timeout: 'response' } as const;

/** Endpoints that hold a request and its result, and leave the work to another function. */
export const relaying = { memory: 1024, timeout: 'response' } as const;

export const pdfConversion: FunctionRow = {
  ...converting,
  engine: 'fonts',
  programs: pdfPrograms,
  thread: 'pdf-worker',
  bind(fn, service) {
    bindConversion(fn, service, 'pdf');
    service.rendering.bindDrawing(fn);
    service.conformance.bindRequests(fn, service.stores);
  },
};

/** Reads text, which needs no fonts. */
export const pdfReading: FunctionRow = {
  ...converting,
  programs: pdfiumPrograms,
  thread: 'pdfium-worker',
  bind: (fn, service) => bindConversion(fn, service, 'pdf'),
};

export const pdfDrawing: FunctionRow = { ...pdfReading, engine: 'fonts' };

export const rendering: FunctionRow = {
  ...relaying,
  engine: 'fonts',
  programs: pdfPrograms,
  bind(fn, service) {
    bindConversion(fn, service, 'html');
    service.rendering.bindRequests(fn, service.stores);
    service.conformance.bindRequests(fn, service.stores);
  },
};

export const markdownRendering: FunctionRow = {
  ...rendering,
  programs: { ...pdfPrograms, ...markdownPrograms },
};

export const officeSubmission: FunctionRow = {
  ...small,
  timeout: 'response',
  bind(fn, service) {
    bindSubmission(fn, service, 'office');
    service.office.bindRequests(fn);
    service.planCaps.bind(fn, 'heldCalls');
  },
};

/** A synchronous conversion, which a client can also request as a job. */
function bindConversion(fn: ServiceFunction, service: Capabilities, queue: JobQueueName): void {
  service.stores.bindConversion(fn);
  service.planCaps.bind(fn, 'runningConversions');
  bindSubmission(fn, service, queue);
}

function bindSubmission(
  fn: ServiceFunction,
  { stores, planCaps, jobs, webhooks, parameters }: Capabilities,
  queue: JobQueueName,
): void {
  jobs.queues[queue].bindSubmission(fn, stores);
  bindDownloads(fn, parameters);
  planCaps.bind(fn, 'openJobs', 'monthlyDocuments');
  webhooks.bindChecking(fn);
}

/** Downloads inputs from URLs and delivers results to URLs, or checks their URLs. */
export const bindDownloads = (fn: ServiceFunction, parameters: ServiceParameters): void =>
  fn.setVariables({
    ALLOWED_PRIVATE_HOSTS: parameters.allowedPrivateHosts,
    MAX_UPLOAD_MEGABYTES: parameters.maxUploadMegabytes,
  });
