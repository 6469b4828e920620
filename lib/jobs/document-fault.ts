import type { ErrorCode } from '../base/app-error.ts';

/**
 * The document probably caused an attempt to fail: it exceeded the time or memory limit, or crashed the converter.
 * Another attempt in a fresh process confirms it, see `runJob`. Unlike an `InputFault`, one such fault does not fail the
 * job.
 */
export class DocumentFault extends Error {
  override readonly name = 'DocumentFault';
  /** The job's error code if the next attempt also ends with such a fault. */
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
