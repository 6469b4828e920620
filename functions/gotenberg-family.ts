import type { Contract } from '#lib/api/contract.ts';
import { AppError } from '#lib/base/app-error.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { type GotenbergRequest, gotenbergRequest } from '#lib/gotenberg/http/request.ts';
import { errorResponse } from '#lib/gotenberg/http/error-text.ts';
import { traceHeaders } from '#lib/gotenberg/http/trace.ts';
import { notFoundContract } from '#lib/gotenberg/contracts/not-found.ts';
import type { Form } from '#lib/gotenberg/form/form.ts';
import { type DownloadFiles, gotenbergFormReader } from '#lib/gotenberg/form/read-form.ts';
import type { Admission } from '#lib/activity/admission.ts';
import { byProxy } from '#lib/http/by-proxy.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import type { ParsedRequest } from '#lib/http/request.ts';
import { type ResponseMode, responseModeOf } from '#lib/http/response-mode.ts';
import type { ServiceResponse } from '#lib/http/response.ts';

/** The largest result in a streamed response, in bytes: clients of Gotenberg follow no redirect. */
const maximumBytes = 200_000_000;

interface GotenbergFamily {
  contracts: readonly Contract[];
  admission: Admission;
  download: DownloadFiles;
  /** Converts the form of a request to a route below the family. */
  serve: (route: string, form: Form, request: GotenbergRequest) => Promise<ServiceResponse>;
}

/** The handler of a function that serves the routes of one family. */
export function gotenbergFamily(
  family: string,
  environment: NodeJS.ProcessEnv,
  { contracts, admission, download, serve }: GotenbergFamily,
) {
  const logger = openLog(`gotenberg-${family}`, environment);
  const common = {
    logger,
    presentError: errorResponse,
    headersFor: traceHeaders,
    responses: longResponses(environment),
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
