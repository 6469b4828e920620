import { AppError } from '../app-error.ts';
import { ThreadEnded } from './work-thread.ts';

/** Seconds after which a client can retry a task that a busy host did not finish. */
const retryAfterSeconds = 5;

/**
 * The error of a request whose task was ended: `unavailable` when the deadline passed first, `file-too-large` in `field`
 * when the task exceeded a limit of its own. Other errors are returned as they are.
 */
export function threadEndedError(error: unknown, field: string): unknown {
  if (!(error instanceof ThreadEnded)) return error;
  if (error.reason === 'deadline') {
    const message = 'The service is too busy to process the request in time. Retry the request.';
    return new AppError('unavailable', message, { cause: error, retryAfterSeconds });
  }
  const message = `exceeds the ${error.reason === 'memory' ? 'memory' : 'CPU time'} limit for one request`;
  return AppError.inField('file-too-large', field, message, { cause: error });
}
