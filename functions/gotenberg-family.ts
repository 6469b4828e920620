import type { Contract } from '#lib/api/contract.ts';
import { AppError } from '#lib/base/app-error.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { downloadsFrom } from '#lib/gotenberg/form/download-from.ts';
import { errorResponse } from '#lib/gotenberg/http/error-text.ts';
import { type Output, outputOf } from '#lib/gotenberg/http/output.ts';
import { type GotenbergRequest, gotenbergRequest } from '#lib/gotenberg/http/request.ts';
import { respondWithOutput } from '#lib/gotenberg/http/respond.ts';
import { traceHeaders } from '#lib/gotenberg/http/trace.ts';
import { notFoundContract } from '#lib/gotenberg/contracts/not-found.ts';
import type { Form } from '#lib/gotenberg/form/form.ts';
import { gotenbergFormReader } from '#lib/gotenberg/form/read-form.ts';
import { type RequestedWebhook, requestedWebhook } from '#lib/gotenberg/webhooks/webhook-headers.ts';
import type { Admission } from '#lib/activity/admission.ts';
import { byProxy } from '#lib/http/by-proxy.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import type { ParsedRequest } from '#lib/http/request.ts';
import { type ResponseMode, responseModeOf } from '#lib/http/response-mode.ts';
import { json, type ServiceResponse } from '#lib/http/response.ts';
import type { openSubmission } from './open-submission.ts';

/** The largest result in a streamed response, in bytes: clients of Gotenberg follow no redirect. */
const maximumBytes = 200_000_000;

interface GotenbergFamily {
  contracts: readonly Contract[];
  admission: Admission;
  submission: ReturnType<typeof openSubmission>;
  /** @throws AppError `unavailable` when the installation lacks what all routes need */
  requireEngine?: () => void;
  /** Converts the form of a request. The route is the path below the family. */
  convert: (
    route: string,
    form: Form,
    request: GotenbergRequest,
  ) => Promise<{ files: readonly Output[] } | { json: unknown }>;
  /** Submits it as a job, whose result is sent to the webhook. */
  submit: (
    route: string,
    form: Form,
    request: GotenbergRequest,
    webhook: RequestedWebhook,
  ) => Promise<unknown>;
}

/** The handler of a function that serves the routes of one family. */
export function gotenbergFamily(
  family: string,
  environment: NodeJS.ProcessEnv,
  { contracts, admission, submission, requireEngine, convert, submit }: GotenbergFamily,
) {
  const logger = openLog(`gotenberg-${family}`, environment);
  const common = {
    logger,
    presentError: errorResponse,
    headersFor: traceHeaders,
    responses: longResponses(environment),
  };
  const download = downloadsFrom(submission);
  const serve = async (route: string, form: Form, request: GotenbergRequest): Promise<ServiceResponse> => {
    requireEngine?.();
    const webhook = requestedWebhook(request, submission.allowedHosts);
    if (webhook) {
      await submit(route, form, request, webhook);
      return { status: 204 };
    }
    const result = await convert(route, form, request);
    if ('json' in result) return json(200, result.json);
    return respondWithOutput(outputOf(result.files, request.outputName), request.inlineBytes);
  };
  const prefix = `/forms/${family}/`;
  const endpoints = contracts.map((contract) => {
    const route = contract.path.slice(prefix.length);
    const options = { ...common, converts: true, admission, readForm: gotenbergFormReader(download) };
    const handler = httpEndpoint(contract, options, (request) => {
      // The form reader returns the form as a field.
      const { form } = (request as unknown as { fields: { form: Form } }).fields;
      return serve(route, form, gotenbergRequest(request as ParsedRequest<Contract & { access: 'key' }>));
    });
    return [route, handler] as const;
  });
  const notFound = httpEndpoint(notFoundContract, common, () =>
    Promise.reject(new AppError('not-found', 'Not Found.')),
  );
  return byProxy(Object.fromEntries(endpoints), notFound, common.responses.streams);
}

function longResponses(environment: NodeJS.ProcessEnv): ResponseMode {
  const mode = responseModeOf(environment);
  return mode.streams ? { ...mode, inlineBytes: maximumBytes } : mode;
}
