import { AppError } from '../base/app-error.ts';
import type { SpanLog } from '../base/observability/span-log.ts';
import { isOutage } from '../base/outage.ts';
import type { Chain } from './exchange.ts';
import { problemTable } from '../api/problem.ts';
import { problemResponse } from './problem-response.ts';
import { proxyResult } from './proxy-result.ts';
import { baseUrlOf } from './request.ts';

/** Seconds after which a client may retry when the service is unavailable. */
const retryAfterSeconds = 5;

/** Converts every error to a problem. Only the text of an AppError is public; other errors are logged. */
export function errorResponses(logger: SpanLog): Chain {
  return {
    onError: (request) => {
      const { error, internal } = request;
      const known = error instanceof AppError ? error : serviceError(error);
      const { status } = problemTable[known.code];
      if (status >= 500) logger.error('request failed', { code: known.code, error: known.cause ?? known });
      internal.rejection = known;
      request.response = proxyResult(
        problemResponse(known, { requestId: internal.requestId ?? '', baseUrl: baseUrlOf(request.event) }),
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
