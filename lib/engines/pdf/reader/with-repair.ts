import { InputFault } from '../../../base/input-fault.ts';
import { CrossReferenceError } from './cross-reference-error.ts';
import { reopenPdf } from './open-pdf.ts';
import type { PdfSource } from './pdf-source.ts';
import { SourceFault } from './reading-account.ts';

/**
 * Runs `work` over open PDFs. If a cross-reference turns out to be wrong during the work, reopens that source once by
 * scanning the whole file, and runs `work` again. So `work` must not release output before it returns, and must use the
 * sources that it receives.
 *
 * @param onFault makes the error for the source at that index if it is unusable; by default its own error
 * @throws InputFault `damaged-document` or `file-too-large`
 */
export function withRepair<T>(
  sources: readonly PdfSource[],
  work: (sources: readonly PdfSource[]) => T,
  onFault: (index: number, fault: InputFault) => Error = (_index, fault) => fault,
): T {
  const current = [...sources];
  for (;;) {
    try {
      return work(current);
    } catch (error) {
      if (!(error instanceof CrossReferenceError || error instanceof SourceFault)) throw error;
      const index = current.findIndex(({ file }) => file.bytes === error.file);
      const source = current[index];
      if (!source) throw error;
      if (error instanceof SourceFault) throw onFault(index, error);
      // A rebuilt source does not throw this again, so each source occurs at most once.
      current[index] = reopen(source, (fault) => onFault(index, fault));
    }
  }
}

function reopen(source: PdfSource, onFault: (fault: InputFault) => Error): PdfSource {
  try {
    return reopenPdf(source);
  } catch (error) {
    throw error instanceof InputFault ? onFault(error) : error;
  }
}
