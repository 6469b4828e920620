import type { Inspection } from '../../api/responses/inspection.ts';
import { inspect } from '../../engines/pdf/inspection/inspect.ts';
import { withDocuments } from './open-documents.ts';
import type { InspectTask } from './task.ts';
import { damageOf } from './warnings.ts';

/**
 * Reports what a PDF contains.
 *
 * @throws AppError the errors of `withDocuments`
 */
export function inspectTask({ input, processorMilliseconds }: InspectTask): Inspection {
  return withDocuments([input], { field: input.field, processorMilliseconds }, ([source]) => {
    if (!source) throw new Error('withDocuments did not return the document');
    // Damage is found while the document is read.
    return { ...inspect(source), damage: damageOf(source) };
  });
}
