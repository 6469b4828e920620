import { STATUS_CODES } from 'node:http';
import type { AppError, ErrorCode, FieldError } from '../base/app-error.ts';

interface Meaning {
  status: number;
  /** True if the same request can succeed later without a change. An error may say otherwise. */
  retryable: boolean;
}

/** The closed table of error codes. */
export const problemTable: Readonly<Record<ErrorCode, Meaning>> = {
  'invalid-request': { status: 400, retryable: false },
  'unsupported-content-type': { status: 400, retryable: false },
  'malformed-multipart': { status: 400, retryable: false },
  'missing-field': { status: 400, retryable: false },
  'invalid-field': { status: 400, retryable: false },
  'empty-file': { status: 400, retryable: false },
  'invalid-file-type': { status: 400, retryable: false },
  'invalid-range': { status: 400, retryable: false },
  'too-few-files': { status: 400, retryable: false },
  'damaged-document': { status: 400, retryable: false },
  'password-required': { status: 400, retryable: false },
  'wrong-password': { status: 400, retryable: false },
  'url-not-allowed': { status: 400, retryable: false },
  'url-unreachable': { status: 400, retryable: true },
  'render-failed': { status: 400, retryable: false },
  'render-timeout': { status: 400, retryable: true },
  'conversion-timeout': { status: 400, retryable: false },
  'conversion-crashed': { status: 400, retryable: false },
  unauthorized: { status: 401, retryable: false },
  'not-found': { status: 404, retryable: false },
  'job-not-finished': { status: 409, retryable: true },
  'job-failed': { status: 409, retryable: false },
  'job-canceled': { status: 409, retryable: false },
  'request-in-progress': { status: 409, retryable: true },
  gone: { status: 410, retryable: false },
  'file-too-large': { status: 413, retryable: false },
  'idempotency-key-reused': { status: 422, retryable: false },
  'not-conformant': { status: 422, retryable: false },
  'rate-limited': { status: 429, retryable: true },
  'too-many-requests': { status: 429, retryable: true },
  'too-many-jobs': { status: 429, retryable: true },
  'too-many-uploads': { status: 429, retryable: true },
  'quota-exceeded': { status: 429, retryable: true },
  'internal-error': { status: 500, retryable: true },
  unavailable: { status: 503, retryable: true },
};

/** The body of every error response (RFC 9457). */
export interface Problem {
  /** URL of the guide's section on `code`. */
  type: string;
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  requestId: string;
  retryable: boolean;
  errors?: FieldError[];
}

/** Path of the page with a section for each error code. */
export const errorsPath = '/docs/errors';

export const problemContentType = 'application/problem+json';

/** The request that a problem responds to. */
export interface ProblemContext {
  requestId: string;
  /** URL of the service, without a trailing slash. */
  baseUrl: string;
}

/** Whether the same request can succeed later without a change. */
export const isRetryable = ({
  code,
  retryable,
}: Pick<AppError, 'code'> & { retryable?: boolean | undefined }): boolean =>
  retryable ?? problemTable[code].retryable;

/** Returns the problem that describes `error` to the client. */
export function problemOf(
  error: Pick<AppError, 'code' | 'message' | 'errors'> & { retryable?: boolean | undefined },
  { requestId, baseUrl }: ProblemContext,
): Problem {
  const { status } = problemTable[error.code];
  return {
    type: `${baseUrl}${errorsPath}#${error.code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code: error.code,
    detail: error.message,
    requestId,
    retryable: isRetryable(error),
    ...(error.errors.length > 0 ? { errors: error.errors } : {}),
  };
}
