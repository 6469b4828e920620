/**
 * Why a conversion ended without a PDF although the document is not known to be at fault: its process died, its time or
 * memory ran out, it was canceled, or LibreOffice read the document and then failed to write it.
 */
export type FaultReason = 'crashed' | 'deadline' | 'memory' | 'canceled' | 'failed';

export interface ConversionFaultOptions {
  cause?: unknown;
  /** The end of the process's standard output and error. For logs only. */
  diagnostics?: string;
  /** Whether work on the document had started. Default: false. */
  documentOpened?: boolean;
}

/** A conversion failure that, unlike an `InputFault`, may not be caused by the document: a retry may succeed. */
export class ConversionFault extends Error {
  override readonly name = 'ConversionFault';
  readonly reason: FaultReason;
  readonly diagnostics: string;
  /** Whether work on the document had started. If not, the document cannot be the cause. */
  readonly documentOpened: boolean;

  constructor(reason: FaultReason, message: string, options: ConversionFaultOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.reason = reason;
    this.diagnostics = options.diagnostics ?? '';
    this.documentOpened = options.documentOpened ?? false;
  }
}

/**
 * The fault of a conversion whose signal aborted.
 *
 * @param reason the signal's reason; that of `AbortSignal.timeout` means that the time ran out
 */
export const abortFault = (reason: unknown, documentOpened: boolean): ConversionFault =>
  reason instanceof DOMException && reason.name === 'TimeoutError'
    ? new ConversionFault('deadline', 'The conversion took too long.', { cause: reason, documentOpened })
    : new ConversionFault('canceled', 'The conversion was canceled.', { cause: reason, documentOpened });
