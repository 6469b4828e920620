import type { Warning } from '../../api/responses/warning.ts';
import { withExtension } from '../../base/file-name.ts';
import { boundedWarnings } from '../../base/warnings.ts';
import type { AssembledDocument } from '../../engines/pdf/assembly/assemble.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';
import type { Chunks, ProducedFile } from '../../files/produced-file.ts';
import type { PdfInput } from './task.ts';
import { assemblyWarnings, damageWarnings } from './warnings.ts';

/** The inputs of a document, and their sources in the same order. */
export interface Origins {
  inputs: readonly PdfInput[];
  sources: readonly PdfSource[];
}

/** An assembled document as a result, with the warnings about its inputs. */
export function producedPdf(
  fileName: string,
  { chunks, byteLength, pages, declares, withdrawal, ...document }: AssembledDocument,
  origins: Origins,
): ProducedFile<Chunks> {
  return {
    fileName: withExtension(fileName, '.pdf'),
    contentType: 'application/pdf',
    content: { chunks, size: byteLength },
    pages,
    warnings: documentWarnings(document, origins),
    ...(declares ? { declares } : {}),
    ...(withdrawal
      ? { withdrawal: { ...withdrawal, warnings: assemblyWarnings(fieldsOf(origins), withdrawal.warnings) } }
      : {}),
  };
}

/** The warnings about a document and its inputs. */
function documentWarnings(
  { warnings, finishingWarnings }: Pick<AssembledDocument, 'warnings' | 'finishingWarnings'>,
  { inputs, sources }: Origins,
): Warning[] {
  const fields = fieldsOf({ inputs });
  return boundedWarnings([
    ...sources.flatMap((source, index) => damageWarnings(fields[index] ?? '', source)),
    ...assemblyWarnings(fields, warnings),
    ...finishingWarnings,
  ]);
}

const fieldsOf = ({ inputs }: Pick<Origins, 'inputs'>): string[] => inputs.map(({ field }) => field);
