import { shortened } from './shortened.ts';

/**
 * Every code that an error answer can carry. The list is closed: clients switch on it, and `lib/api/problem.ts`
 * gives each its HTTP status.
 */
export const errorCodes = [
  'invalid-request',
  'unsupported-content-type',
  'malformed-multipart',
  'missing-field',
  'invalid-field',
  'empty-file',
  'invalid-file-type',
  'invalid-range',
  'too-few-files',
  'damaged-document',
  'password-required',
  'wrong-password',
  'url-not-allowed',
  'url-unreachable',
  'render-failed',
  'render-timeout',
  'conversion-timeout',
  'conversion-crashed',
  'unauthorized',
  'not-found',
  'job-not-finished',
  'job-failed',
  'job-canceled',
  'request-in-progress',
  'gone',
  'file-too-large',
  'idempotency-key-reused',
  'rate-limited',
  'too-many-requests',
  'too-many-jobs',
  'too-many-uploads',
  'quota-exceeded',
  'internal-error',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** What is wrong with one field of a request; array items are named `files[1]`, counted from 0. */
export interface FieldError {
  field: string;
  message: string;
}

export interface AppErrorOptions {
  /** The internal reason. Logged, never sent. */
  cause?: unknown;
  /** The fields at fault, for the answer's `errors`. */
  errors?: FieldError[];
  /** Seconds after which another try can succeed, for `Retry-After`. */
  retryAfterSeconds?: number;
}

/** How many faults one error lists. It can be as long as that in a response, a log line and a stored outcome. */
export const maxListedFaults = 50;

/** The longest texts of an error, in characters: messages quote what a client sent. */
const longest = { detail: 4000, field: 100, message: 1000 };

/**
 * An error meant for the client. `message` is public: it says what, which field, and what would be valid. The first 50
 * of its `errors` are listed, and long texts are cut.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    const { errors = [] } = options;
    super(detailOf(message, errors.length), 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.errors = errors.slice(0, maxListedFaults).map(({ field, message: text }) => ({
      field: shortened(field, longest.field),
      message: shortened(text, longest.message),
    }));
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** An error whose only fault is in one field; the field's message is the detail too. */
  static inField(code: ErrorCode, field: string, message: string, options: AppErrorOptions = {}): AppError {
    return new AppError(code, `${field}: ${message}`, { ...options, errors: [{ field, message }] });
  }
}

const detailOf = (message: string, faults: number): string =>
  faults > maxListedFaults
    ? `${faults} fields are not valid; the first ${maxListedFaults} are listed in errors.`
    : shortened(message, longest.detail);

/** One faulty field together with the code it would have on its own. */
export interface FieldFault extends FieldError {
  code: ErrorCode;
}

/**
 * One error for all faulty fields of a request: faults of one kind keep their own code, several kinds are
 * `invalid-request`.
 */
export function combineFaults(faults: readonly FieldFault[]): AppError {
  const [first] = faults;
  if (!first) throw new RangeError('combineFaults needs at least one fault');
  const sameKind = faults.every((fault) => fault.code === first.code);
  const fields = new Set(
    faults.slice(0, maxListedFaults).map(({ field }) => shortened(field, longest.field)),
  );
  const detail =
    faults.length === 1
      ? `${first.field}: ${first.message}`
      : `${faults.length} fields are not valid: ${[...fields].join(', ')}.`;
  return new AppError(sameKind ? first.code : 'invalid-request', detail, { errors: [...faults] });
}
