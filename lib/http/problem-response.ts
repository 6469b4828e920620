import type { AppError } from '../base/app-error.ts';
import { type Answer, json } from './answer.ts';
import { type ProblemContext, problemTable, problemContentType, problemOf } from '../api/problem.ts';

/** The response that describes `error` to the client. */
export function problemAnswer(error: AppError, context: ProblemContext): Answer {
  const { status } = problemTable[error.code];
  return json(status, problemOf(error, context), {
    'content-type': problemContentType,
    ...(error.retryAfterSeconds ? { 'retry-after': String(error.retryAfterSeconds) } : {}),
  });
}
