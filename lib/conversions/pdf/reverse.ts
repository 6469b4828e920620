import { withExtension } from '../../base/file-name.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import { assemble } from '../../engines/pdf/assembly/assemble.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import { withDocuments } from './open-documents.ts';
import type { ReverseTask } from './task.ts';
import { assemblyWarnings, damageWarnings } from './warnings.ts';

/**
 * Reverses the pages of a PDF.
 *
 * @throws AppError the errors of `withDocuments`
 */
export function reverse({ input, fileName, processorMilliseconds }: ReverseTask): ProducedFile<Chunks> {
  const limits = { field: input.field, processorMilliseconds };
  const { source, reversed } = withDocuments([input], limits, ([current]) => {
    if (!current) throw new Error('withDocuments did not return the document');
    const pages = current.pages.map((_, index) => index).reverse();
    return { source: current, reversed: assemble([{ source: current, pages }], { keepAttachments: true }) };
  });
  return {
    fileName: withExtension(fileName || input.fileName || 'document', '.pdf'),
    contentType: 'application/pdf',
    content: { chunks: reversed.chunks, size: reversed.byteLength },
    pages: reversed.pages,
    warnings: boundedWarnings([
      ...damageWarnings(input.field, source),
      ...assemblyWarnings([input.field], reversed.warnings),
    ]),
  };
}
