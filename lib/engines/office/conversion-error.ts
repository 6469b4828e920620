/**
 * Why a conversion ended without a PDF although the document is not known to be at fault: its process died, its time or
 * memory ran out, it was canceled, or LibreOffice read the document and then failed to write it.
 */
export type ConversionErrorReason = 'crashed' | 'deadline' | 'memory' | 'canceled' | 'failed';

export interface ConversionErrorOptions {
  cause?: unknown;
  /** The end of the process's standard output and error. For logs only. */
  diagnostics?: string;
  /** Whether work on the document had started. Default: false. */
  documentOpened?: boolean;
}

/** A conversion failure that, unlike an `InputFault`, may not be caused by the document: a retry may succeed. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly reason: ConversionErrorReason;
  readonly diagnostics: string;
  /** Whether work on the document had started. If not, the document cannot be the cause. */
  readonly documentOpened: boolean;

  constructor(reason: ConversionErrorReason, message: string, options: ConversionErrorOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.reason = reason;
    this.diagnostics = options.diagnostics ?? '';
    this.documentOpened = options.documentOpened ?? false;
  }
}

/**
 * The error of a conversion whose signal aborted.
 *
 * @param reason the signal's reason; that of `AbortSignal.timeout` means that the time ran out
 */
export const abortError = (reason: unknown, documentOpened: boolean): ConversionError =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new ConversionError('deadline', 'The conversion took too long.', { cause: reason, documentOpened })
    : new ConversionError('canceled', 'The conversion was canceled.', { cause: reason, documentOpened });
