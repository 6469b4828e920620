import { AppError } from '../../app-error.ts';
import { CrossReferenceError } from './cross-reference-error.ts';
import { reopenPdf } from './open-pdf.ts';
import type { PdfSource } from './pdf-source.ts';

/**
 * Does `work` over open PDFs. Where a cross-reference turns out to be wrong only during the work, that source is opened
 * again by reading the whole file, once, and the work starts anew: so `work` must not hand anything out before it
 * ends, and use the sources it is given, not the ones from before.
 *
 * @param onFault Makes the error for the source of that index when it cannot be opened again; its own by default
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
      const broken = error instanceof CrossReferenceError ? brokenSource(current, error) : -1;
      const source = current[broken];
      if (!source) throw error;
      current[broken] = reopen(source, (fault) => onFault(broken, fault));
    }
  }
}

/** The index of the source that the error is about. A rebuilt one never throws it, so each comes up once. */
const brokenSource = (sources: readonly PdfSource[], { file }: CrossReferenceError): number =>
  sources.findIndex((source) => source.file.bytes === file);

function reopen(source: PdfSource, onFault: (fault: AppError) => AppError): PdfSource {
  try {
    return reopenPdf(source);
  } catch (error) {
    throw error instanceof AppError ? onFault(error) : error;
  }
}
