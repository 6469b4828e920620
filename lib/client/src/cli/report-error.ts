import { JobError, ProblemError } from '../errors.ts';
import { withCommands } from './command-names.ts';
import { UnsavedResultsError } from './save-results.ts';
import { UsageError } from './terminal.ts';

/** Describes an error in lines. `placeOf` returns the option or operand of a field. */
export function describeError(error: unknown, placeOf: (field: string) => string): string[] {
  if (error instanceof UnsavedResultsError) {
    return [...describeError(error.cause, placeOf), ...describeUnsaved(error)];
  }
  if (error instanceof ProblemError) {
    const { errors, message, status, code, requestId } = error;
    const faults =
      errors.length > 0 ? errors.map((fault) => `${placeOf(fault.field)}: ${fault.message}`) : [message];
    return [...faults.map(withCommands), `(${status} ${code}, request ${requestId})`];
  }
  if (error instanceof JobError) return [withCommands(error.message), `(${error.code}, ${error.job.id})`];
  if (error instanceof UsageError) return [error.message, 'See convert --help.'];
  return [causes(error)];
}

/** Describes how to save the results that an error left unsaved; no lines for all other errors. */
export function describeUnsaved(error: unknown): string[] {
  if (!(error instanceof UnsavedResultsError)) return [];
  const ids = error.results.map(({ id }) => id).join(' ');
  const path = error.results.length === 1 ? 'PATH' : 'folder/';
  return [
    `The conversion succeeded. To save its result within 24 hours, run: convert download ${ids} -o ${path}`,
  ];
}

/** The message with those of its causes: `fetch` reports the reason of a failure there. */
function causes(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} ${causes(error.cause)}`;
}

/** Describes an error as JSON. */
export function errorAsJson(error: unknown): unknown {
  if (error instanceof UnsavedResultsError) {
    return { ...(errorAsJson(error.cause) as object), results: error.results };
  }
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof JobError) return error.job;
  if (error instanceof UsageError) return { title: 'Invalid command line', detail: error.message };
  return { title: 'Error', detail: causes(error) };
}
