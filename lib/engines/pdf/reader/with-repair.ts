import { AppError } from '../../../base/app-error.ts';
import { CrossReferenceError } from './cross-reference-error.ts';
import { reopenPdf } from './open-pdf.ts';
import type { PdfSource } from './pdf-source.ts';
import { DocumentFault } from './reading-account.ts';

/**
 * Does `work` over open PDFs. Where a cross-reference turns out to be wrong only during the work, that source is opened
 * again by reading the whole file, once, and the work starts anew: so `work` must not hand anything out before it
 * ends, and use the sources it is given, not the ones from before.
 *
 * @param onFault Makes the error for the source of that index when it cannot be used after all; its own by default
 * @throws AppError `damaged-document` or `file-too-large`
 */
export function withRepair<T>(
  sources: readonly PdfSource[],
  work: (sources: readonly PdfSource[]) => T,
  onFault: (index: number, fault: AppError) => AppError = (_index, fault) => fault,
): T {
  const current = [...sources];
  for (;;) {
    try {
      return work(current);
    } catch (error) {
      if (!(error instanceof CrossReferenceError || error instanceof DocumentFault)) throw error;
      const index = current.findIndex(({ file }) => file.bytes === error.file);
      const source = current[index];
      if (!source) throw error;
      if (error instanceof DocumentFault) throw onFault(index, error);
      // A rebuilt source never throws this again, so each comes up once.
      current[index] = reopen(source, (fault) => onFault(index, fault));
    }
  }
}

function reopen(source: PdfSource, onFault: (fault: AppError) => AppError): PdfSource {
  try {
    return reopenPdf(source);
  } catch (error) {
    throw error instanceof AppError ? onFault(error) : error;
  }
}
