import type { AppError } from '../base/app-error.ts';
import { type ServiceResponse, json } from './response.ts';
import { type ProblemContext, problemTable, problemContentType, problemOf } from '../api/problem.ts';

/** The response that describes `error` to the client. */
export function problemResponse(error: AppError, context: ProblemContext): ServiceResponse {
  const { status } = problemTable[error.code];
  return json(status, problemOf(error, context), {
    'content-type': problemContentType,
    ...(error.retryAfterSeconds ? { 'retry-after': String(error.retryAfterSeconds) } : {}),
  });
}
