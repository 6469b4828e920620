/**
 * Why a conversion ended without a PDF although nothing is known to be wrong with the document: its process died, its
 * time or memory ran out, it was canceled, or LibreOffice read the document and then failed to write it.
 */
export type FaultReason = 'crashed' | 'deadline' | 'memory' | 'canceled' | 'failed';

export interface ConversionFaultOptions {
  cause?: unknown;
  /** The end of what the process wrote to its standard output and error. For logs only. */
  diagnostics?: string;
}

/** Our own failure to convert, as opposed to `AppError`, which is the document's: another try may succeed. */
export class ConversionFault extends Error {
  override readonly name = 'ConversionFault';
  readonly reason: FaultReason;
  readonly diagnostics: string;

  constructor(reason: FaultReason, message: string, options: ConversionFaultOptions = {}) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined);
    this.reason = reason;
    this.diagnostics = options.diagnostics ?? '';
  }
}
