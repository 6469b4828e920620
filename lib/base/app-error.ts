import { shortened } from './shortened.ts';

/**
 * Every code of an error response. The list is closed: clients switch on it, and `lib/api/problem.ts` assigns each code
 * its HTTP status.
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
  'not-conformant',
  'rate-limited',
  'too-many-requests',
  'too-many-jobs',
  'too-many-uploads',
  'quota-exceeded',
  'internal-error',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** An error in one field of a request. */
export interface FieldError {
  /** Array items are named `files[1]`, counted from 0. */
  field: string;
  /** Continues a sentence that begins with the field: `must be …`, `is empty`. */
  message: string;
}

export interface AppErrorOptions {
  /** The internal cause. Logged, never sent. */
  cause?: unknown;
  /** The invalid fields, for the response's `errors`. */
  errors?: FieldError[];
  /** Seconds after which a retry can succeed, for `Retry-After`. */
  retryAfterSeconds?: number | undefined;
  /** Whether the same request can succeed later. Default: as the table of error codes says. */
  retryable?: boolean | undefined;
}

/**
 * Maximum number of faults that one error lists. An error of this size fits in a response, a log line and a stored
 * outcome.
 */
export const maxListedFaults = 50;

/** Maximum lengths of an error's texts, in characters, because messages quote client input. */
const longest = { detail: 4000, field: 100, message: 1000 };

/**
 * A client-facing error. `message` is public, the `detail` of the response: a sentence that names the problem and what
 * would be valid, after the names of the fields if it is about them: `files[1]: is empty.` Only the first 50 of its
 * `errors` are listed, and long texts are cut.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  /** Overrides the table of error codes. */
  readonly retryable: boolean | undefined;
  /** How many errors there were before the list was cut. */
  readonly #count: number;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    const { errors = [] } = options;
    super(detailOf(message, errors.length), 'cause' in options ? { cause: options.cause } : undefined);
    this.code = code;
    this.#count = errors.length;
    this.errors = errors.slice(0, maxListedFaults).map(({ field, message: text }) => ({
      field: shortened(field, longest.field),
      message: shortened(text, longest.message),
    }));
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.retryable = options.retryable;
  }

  /** The detail for a record without `errors`, such as that of a job: it quotes the errors. */
  get standaloneDetail(): string {
    if (this.errors.every(({ message }) => this.message.includes(message))) return this.message;
    const all = this.#count === this.errors.length ? '' : `${this.#count} errors, the first of which are: `;
    return shortened(`${all}${quoted(this.errors)}.`, longest.detail);
  }

  /** An error in a single field. `message` is a predicate, as in a {@link FieldError}. */
  static inField(code: ErrorCode, field: string, message: string, options: AppErrorOptions = {}): AppError {
    return AppError.inFields(code, [{ field, message }], options);
  }

  /** An error in several fields, whose detail quotes them all. */
  static inFields(code: ErrorCode, errors: FieldError[], options: AppErrorOptions = {}): AppError {
    return new AppError(code, `${quoted(errors)}.`, { ...options, errors });
  }
}

const quoted = (errors: readonly FieldError[]): string =>
  errors.map(({ field, message }) => `${field}: ${message}`).join('; ');

const detailOf = (message: string, faults: number): string =>
  faults > maxListedFaults
    ? `${faults} fields are not valid; the first ${maxListedFaults} are listed in errors.`
    : shortened(message, longest.detail);

/** Several errors can be in one field, for example in a JSON object. */
const detailOfAll = (faults: number, fields: readonly string[]): string => {
  const [only, ...others] = fields;
  return others.length === 0
    ? `The field ${only} is not valid: it has ${faults} errors.`
    : faults === fields.length
      ? `${faults} fields are not valid: ${fields.join(', ')}.`
      : `${faults} errors are in the fields ${fields.join(', ')}.`;
};

/** An invalid field and the code that it would have as the only fault. */
export interface FieldFault extends FieldError {
  code: ErrorCode;
  /** As that of the error. */
  retryable?: boolean | undefined;
}

/**
 * Combines all faults of a request into one error: faults with the same code keep it, different codes become
 * `invalid-request`.
 */
export function combineFaults(faults: readonly FieldFault[]): AppError {
  const [first] = faults;
  if (!first) throw new RangeError('combineFaults needs at least one fault');
  // All of them have to succeed.
  const decided = faults.flatMap((fault) => fault.retryable ?? []);
  const retryable = decided.length > 0 ? decided.every(Boolean) : undefined;
  if (faults.length === 1) return AppError.inField(first.code, first.field, first.message, { retryable });
  const sameKind = faults.every((fault) => fault.code === first.code);
  const fields = new Set(
    faults.slice(0, maxListedFaults).map(({ field }) => shortened(field, longest.field)),
  );
  const detail = detailOfAll(faults.length, [...fields]);
  if (!sameKind) return new AppError('invalid-request', detail, { errors: [...faults] });
  return new AppError(first.code, detail, { errors: [...faults], retryable });
}
