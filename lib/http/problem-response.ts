import type { AppError } from '../base/app-error.ts';
import { type Answer, json } from './answer.ts';
import { problemTable, problemContentType, problemOf } from '../api/problem.ts';

/** The answer that tells a client of `error`. */
export function problemAnswer(error: AppError, requestId: string): Answer {
  const { status } = problemTable[error.code];
  return json(status, problemOf(error, requestId), {
    'content-type': problemContentType,
    ...(error.retryAfterSeconds ? { 'retry-after': String(error.retryAfterSeconds) } : {}),
  });
}
