import { AppError } from '../base/app-error.ts';
import type { WorkLog } from '../base/observability/work-log.ts';
import { isOutage } from '../base/outage.ts';
import type { Chain } from './exchange.ts';
import { problemTable } from '../api/problem.ts';
import { problemAnswer } from './problem-response.ts';
import { proxyResult } from './proxy-result.ts';
import { baseUrlOf } from './request.ts';

/** Seconds after which a client may try what was unavailable. */
const retryAfterSeconds = 5;

/** Makes a problem of every error. Only an AppError's text is meant for the client; the rest is logged. */
export function errorAnswers(logger: WorkLog): Chain {
  return {
    onError: (request) => {
      const { error, internal } = request;
      const known = error instanceof AppError ? error : faultOf(error);
      const { status } = problemTable[known.code];
      if (status >= 500) logger.error('request failed', { code: known.code, error: known.cause ?? known });
      internal.refusal = known;
      request.response = proxyResult(
        problemAnswer(known, { requestId: internal.requestId ?? '', baseUrl: baseUrlOf(request.event) }),
      );
    },
  };
}

/** What is not the client's fault: something that the service needs is away for the moment, or it fails itself. */
const faultOf = (cause: unknown): AppError =>
  isOutage(cause)
    ? unavailable(cause)
    : new AppError('internal-error', 'The service failed. The request can be sent again.', { cause });

/** The error for what can be had again soon. */
export const unavailable = (cause: unknown): AppError =>
  new AppError('unavailable', 'The service cannot do this right now. The request can be sent again.', {
    cause,
    retryAfterSeconds,
  });
