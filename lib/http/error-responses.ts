import { AppError } from '../base/app-error.ts';
import type { SpanLog } from '../base/observability/span-log.ts';
import { isOutage } from '../base/outage.ts';
import type { Chain } from './exchange.ts';
import { type ProblemContext, problemTable } from '../api/problem.ts';
import { problemResponse } from './problem-response.ts';
import type { ServiceResponse } from './response.ts';
import { proxyResult } from './proxy-result.ts';
import { baseUrlOf } from './request.ts';

/** Seconds after which a client may retry when the service is unavailable. */
const retryAfterSeconds = 5;

/** Returns the response that describes an error to the client. */
export type ErrorPresenter = (error: AppError, context: ProblemContext) => ServiceResponse;

/**
 * Converts every error to a response: a problem, unless the endpoint presents errors otherwise. Only the text of an
 * AppError is public; other errors are logged.
 */
export function errorResponses(logger: SpanLog, present: ErrorPresenter = problemResponse): Chain {
  return {
    onError: (request) => {
      const { error, internal } = request;
      const known = error instanceof AppError ? error : serviceError(error);
      const { status } = problemTable[known.code];
      if (status >= 500) logger.error('request failed', { code: known.code, error: known.cause ?? known });
      internal.rejection = known;
      request.response = proxyResult(
        present(known, { requestId: internal.requestId ?? '', baseUrl: baseUrlOf(request.event) }),
        false,
      );
    },
  };
}

/** Converts a server-side error: `unavailable` for a temporary outage of a dependency, otherwise `internal-error`. */
const serviceError = (cause: unknown): AppError =>
  isOutage(cause)
    ? unavailable(cause)
    : new AppError('internal-error', 'The service failed. Retry the request.', { cause });

/** The error for a temporary outage. */
export const unavailable = (cause: unknown): AppError =>
  new AppError('unavailable', 'The service cannot process the request right now. Retry the request.', {
    cause,
    retryAfterSeconds,
  });
