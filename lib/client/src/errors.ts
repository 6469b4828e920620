import type { ErrorCode, FieldError, JobResponse, Problem } from './api-types.ts';

/** The service returned an error (RFC 9457). `message` is the problem's `detail`. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  readonly status: number;
  readonly code: ErrorCode;
  /** The invalid fields; list items as `files[1]`, counted from 0. */
  readonly errors: readonly FieldError[];
  /** Identifies the request in the service's logs. */
  readonly requestId: string;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;
  /** `Retry-After` in seconds, if the service sent it. */
  readonly retryAfter: number | undefined;

  constructor(problem: Problem, retryAfter: number | undefined) {
    super(problem.detail);
    this.problem = problem;
    this.status = problem.status;
    this.code = problem.code;
    this.errors = problem.errors ?? [];
    this.requestId = problem.requestId;
    this.retryable = problem.retryable;
    this.retryAfter = retryAfter;
  }
}

/** The job failed, was canceled, or its result was deleted. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly job: JobResponse;
  readonly code: ErrorCode;
  readonly retryable: boolean;

  constructor(job: JobResponse) {
    super(job.error?.detail ?? `The job ${job.id} was canceled, or its result was deleted.`);
    this.job = job;
    this.code = job.error?.code ?? (job.status === 'canceled' ? 'job-canceled' : 'gone');
    this.retryable = job.error?.retryable ?? false;
  }
}

/** The error came from storage, which returns its code in XML, or from a proxy. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly status: number;
  /** Such as `EntityTooLarge` or `AccessDenied`; empty if the response has none. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** There was no response: name resolution or the connection failed. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
