/**
 * Why a conversion ended without a PDF although nothing is known to be wrong with the document: its process died, its
 * time or memory ran out, it was canceled, or LibreOffice read the document and then failed to write it.
 */
export type FaultReason = 'crashed' | 'deadline' | 'memory' | 'canceled' | 'failed';

export interface ConversionFaultOptions {
  cause?: unknown;
  /** The end of what the process wrote to its standard output and error. For logs only. */
  diagnostics?: string;
  /** Whether work on the document had begun; false by default. */
  documentOpened?: boolean;
}

/** A failure to convert that, unlike an `AppError`, is not certainly the document's: a retry may succeed. */
export class ConversionFault extends Error {
  override readonly name = 'ConversionFault';
  readonly reason: FaultReason;
  readonly diagnostics: string;
  /** Whether work on the document had begun. Otherwise, the document cannot be the cause. */
  readonly documentOpened: boolean;

  constructor(reason: FaultReason, message: string, options: ConversionFaultOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.reason = reason;
    this.diagnostics = options.diagnostics ?? '';
    this.documentOpened = options.documentOpened ?? false;
  }
}

/**
 * The fault of a conversion whose signal was aborted.
 *
 * @param reason the signal's: that of `AbortSignal.timeout` means that time ran out
 */
export const abortFault = (reason: unknown, documentOpened: boolean): ConversionFault =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new ConversionFault('deadline', 'The conversion took too long.', { cause: reason, documentOpened })
    : new ConversionFault('canceled', 'The conversion was canceled.', { cause: reason, documentOpened });
