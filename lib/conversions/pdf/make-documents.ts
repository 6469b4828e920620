import type { Finishing } from '../../engines/pdf/finishing/finishing.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import type { FinishedResult } from '../finishing/finishing-of.ts';
import type { PreparedFinishing } from '../finishing/prepare-finishing.ts';
import { withDocuments } from './open-documents.ts';
import type { Origins } from './produced-pdf.ts';
import { documentsOf, type PdfMaking } from './task.ts';

/** Returns the finishing options for a result. */
export type FinishingFor = (result: FinishedResult) => Finishing;

/**
 * Opens the PDFs of a task, those of its overlays included, and makes results of them. As with `withDocuments`, `make`
 * can run twice.
 *
 * @param field named by errors that concern all inputs together
 * @throws AppError the errors of `withDocuments` and `make`
 */
export function makeDocuments<T>(
  task: PdfMaking,
  prepared: PreparedFinishing,
  field: string,
  make: (sources: readonly PdfSource[], finishingFor: FinishingFor) => T,
): { made: T; origins: Origins } {
  const own = documentsOf(task);
  const inputs = [...own, ...prepared.documents];
  const { processorMilliseconds } = task;
  return withDocuments(inputs, { field, processorMilliseconds }, (sources) => {
    const drawn = sources.slice(own.length);
    const made = make(sources.slice(0, own.length), (result) => prepared.finishing(drawn, result));
    return { made, origins: { inputs, sources } };
  });
}
