import { ConnectionError, JobError, ProblemError, StorageError } from '../errors.ts';
import { UnsavedResultsError } from './save-results.ts';
import { Interruption, MissingKeyError, UsageError } from './terminal.ts';

/** Exit codes for scripts; `--help` lists them. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  temporary: 3,
  unauthorized: 4,
  nonConformant: 5,
  interrupted: 130,
  terminated: 143,
} as const;

export const exitCodeHelp: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  failed: 'rejected or failed; a retry would fail again',
  usage: 'invalid command line',
  temporary: 'temporary failure: no connection, rate limit, service busy; retry later',
  unauthorized: 'missing or invalid API key',
  nonConformant: 'validate: the PDF does not conform',
  interrupted: 'interrupted (SIGINT, Ctrl-C)',
  terminated: 'terminated (SIGTERM)',
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof UnsavedResultsError) return exitCodeOf(error.cause);
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof MissingKeyError) return exitCodes.unauthorized;
  if (error instanceof ConnectionError) return exitCodes.temporary;
  if (error instanceof ProblemError && error.status === 401) return exitCodes.unauthorized;
  const canRetry =
    error instanceof ProblemError || error instanceof JobError || error instanceof StorageError;
  return canRetry && error.retryable ? exitCodes.temporary : exitCodes.failed;
}

/** The exit code after `signal` has aborted, as shells report it: 128 and the number of the signal. */
export const exitCodeAfter = ({ reason }: AbortSignal): number =>
  reason instanceof Interruption && reason.signal === 'SIGTERM'
    ? exitCodes.terminated
    : exitCodes.interrupted;
