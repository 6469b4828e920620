import type { ErrorCode } from '../base/app-error.ts';

/**
 * The document probably made an attempt fail: it ran out of time or memory, or it ended the converter. Another attempt
 * in a fresh process tells, see `runJob`. Unlike an `AppError`, one such fault does not fail the job.
 */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';
  /** The job's error code when the next attempt meets such a fault, too. */
  readonly code: ErrorCode;

  /** @param detail public: the `detail` of the job's error */
  constructor(
    code: Extract<ErrorCode, 'conversion-timeout' | 'conversion-crashed'>,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(detail, options);
    this.code = code;
  }
}
