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
  /** Whether the same request can succeed later: for status 429 and 5xx. */
  readonly retryable: boolean;
  /** `Retry-After` in seconds, if the response has it. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: string, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryable = status === 429 || status >= 500;
    this.retryAfter = retryAfter;
  }
}

/** There was no complete response: the connection failed, was closed early, or timed out. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
