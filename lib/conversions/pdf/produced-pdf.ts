import { withExtension } from '../../base/file-name.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import type { AssembledDocument } from '../../engines/pdf/assembly/assemble.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import type { PdfInput } from './task.ts';
import { assemblyWarnings, damageWarnings } from './warnings.ts';

/** The inputs of a document, and their sources in the same order. */
interface Origins {
  inputs: readonly PdfInput[];
  sources: readonly PdfSource[];
}

/** An assembled document as a result, with the warnings about its inputs. */
export function producedPdf(
  fileName: string,
  { chunks, byteLength, pages, warnings }: AssembledDocument,
  { inputs, sources }: Origins,
): ProducedFile<Chunks> {
  const fields = inputs.map(({ field }) => field);
  return {
    fileName: withExtension(fileName, '.pdf'),
    contentType: 'application/pdf',
    content: { chunks, size: byteLength },
    pages,
    warnings: boundedWarnings([
      ...sources.flatMap((source, index) => damageWarnings(fields[index] ?? '', source)),
      ...assemblyWarnings(fields, warnings),
    ]),
  };
}
