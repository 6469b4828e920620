import { JobError, ProblemError } from '../errors.ts';
import { UsageError } from './terminal.ts';

/** Describes an error in lines. `placeOf` returns the option or operand of a field. */
export function describeError(error: unknown, placeOf: (field: string) => string): string[] {
  if (error instanceof ProblemError) {
    const { errors, message, status, code, requestId } = error;
    const faults =
      errors.length > 0 ? errors.map((fault) => `${placeOf(fault.field)}: ${fault.message}`) : [message];
    return [...faults, `(${status} ${code}, request ${requestId})`];
  }
  if (error instanceof JobError) return [error.message, `(${error.code}, ${error.job.id})`];
  if (error instanceof UsageError) return [error.message, 'See convert --help.'];
  return [causes(error)];
}

/** The message with those of its causes: `fetch` reports the reason of a failure there. */
function causes(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${causes(error.cause)}`;
}

/** Describes an error as JSON. */
export function errorAsJson(error: unknown): unknown {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof JobError) return error.job;
  return { title: 'Error', detail: causes(error) };
}
