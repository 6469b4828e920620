import { AppError, type ErrorCode } from '../app-error.ts';
import { InputFault } from '../input-fault.ts';

/** What a task threw, as a message between threads. */
export type SentError =
  | (Pick<AppError, 'code' | 'message' | 'errors' | 'retryAfterSeconds' | 'retryable'> & {
      kind: 'error';
      cause: string | undefined;
    })
  | { kind: 'fault'; code: ErrorCode; predicate: string; cause: string | undefined }
  | { kind: 'failure'; message: string; stack: string | undefined };

export function toSentError(thrown: unknown): SentError {
  if (thrown instanceof AppError) {
    const { code, message, errors, retryAfterSeconds, retryable } = thrown;
    return { kind: 'error', code, message, errors, retryAfterSeconds, retryable, cause: causeOf(thrown) };
  }
  if (thrown instanceof InputFault) {
    const { code, predicate } = thrown;
    return { kind: 'fault', code, predicate, cause: causeOf(thrown) };
  }
  return thrown instanceof Error
    ? { kind: 'failure', message: thrown.message, stack: thrown.stack }
    : { kind: 'failure', message: String(thrown), stack: undefined };
}

/** The error of the same type: AppError, InputFault, or Error for everything else. */
export function fromSentError(sent: SentError): Error {
  if (sent.kind === 'error') {
    const { code, message, cause, kind: _, ...options } = sent;
    return new AppError(code, message, { ...options, ...withCause(cause) });
  }
  if (sent.kind === 'fault') return new InputFault(sent.code, sent.predicate, withCause(sent.cause));
  const error = new Error(sent.message);
  if (sent.stack !== undefined) error.stack = sent.stack;
  return error;
}

const causeOf = ({ cause }: Error): string | undefined =>
  cause instanceof Error ? (cause.stack ?? cause.message) : undefined;

const withCause = (cause: string | undefined): ErrorOptions =>
  cause === undefined ? {} : { cause: new Error(cause) };
