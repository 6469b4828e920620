import type { ErrorCode, FieldError } from '../base/app-error.ts';
import type { Problem } from '../api/problem.ts';
import type { JobResponse } from '../api/responses/job-response.ts';

/** The service refused a request or failed at it, and said why (RFC 9457). `message` is the problem's `detail`. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  readonly status: number;
  readonly code: ErrorCode;
  /** The fields at fault; items of lists as `files[1]`, counted from 0. */
  readonly errors: readonly FieldError[];
  /** Names the request in the service's logs. */
  readonly requestId: string;
  /** Whether the same request can succeed later. */
  readonly retryable: boolean;
  /** Seconds after which it can, where the service says so. */
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

/** A job that was waited for failed or was canceled. */
export class JobError extends Error {
  override readonly name = 'JobError';
  readonly job: JobResponse;
  readonly code: ErrorCode;
  readonly retryable: boolean;

  constructor(job: JobResponse) {
    super(job.error?.detail ?? `The job ${job.id} was canceled or its result deleted.`);
    this.job = job;
    this.code = job.error?.code ?? (job.status === 'canceled' ? 'job-canceled' : 'gone');
    this.retryable = job.error?.retryable ?? false;
  }
}

/** Something answered that is not the service: storage, which says its code in XML, or a proxy on the way. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly status: number;
  /** Such as `EntityTooLarge` or `AccessDenied`; empty where the answer named none. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** No answer came: the name could not be resolved, the connection was refused or broke off. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}
