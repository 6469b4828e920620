import { JobError, ProblemError } from '../errors.ts';
import { UsageError } from './terminal.ts';

/** What went wrong as lines for people; `placeOf` names a field as it was typed. */
export function describeError(error: unknown, placeOf: (field: string) => string): string[] {
  if (error instanceof ProblemError) {
    const { errors, message, status, code, requestId } = error;
    const faults =
      errors.length > 0 ? errors.map((fault) => `${placeOf(fault.field)}: ${fault.message}`) : [message];
    return [...faults, `(${status} ${code}, request ${requestId})`];
  }
  if (error instanceof JobError) return [error.message, `(${error.code}, ${error.job.id})`];
  if (error instanceof UsageError) return [error.message, 'convert --help shows how it goes.'];
  return [causes(error)];
}

/** `fetch` hides what went wrong in the causes of its errors. */
function causes(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${causes(error.cause)}`;
}

/** The same for programs. */
export function errorAsJson(error: unknown): unknown {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof JobError) return error.job;
  return { title: 'Error', detail: causes(error) };
}
