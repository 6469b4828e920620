import { ConnectionError, JobError, ProblemError, StorageError } from '../errors.ts';
import { UsageError } from './terminal.ts';

/** How the command ends, for scripts; told in `--help`. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  passing: 3,
  unauthorized: 4,
  interrupted: 130,
} as const;

export const exitCodeHelp: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: 'done',
  failed: 'refused or failed, and would be again',
  usage: 'the command line says nothing that can be done',
  passing: 'failed for now: no connection, rate limit, service busy; try again later',
  unauthorized: 'the API key is missing or not valid',
  interrupted: 'interrupted',
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof ConnectionError) return exitCodes.passing;
  if (error instanceof ProblemError && error.status === 401) return exitCodes.unauthorized;
  if (error instanceof ProblemError || error instanceof JobError) {
    return error.retryable ? exitCodes.passing : exitCodes.failed;
  }
  return error instanceof StorageError && error.status >= 500 ? exitCodes.passing : exitCodes.failed;
}
