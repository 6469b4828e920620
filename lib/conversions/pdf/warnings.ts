import type { Warning } from '../../api/responses/warning.ts';
import type { AssemblyWarning } from '../../engines/pdf/assembly/warnings.ts';
import { keys } from '../../engines/pdf/keys.ts';
import { PDFDict, PDFNumber } from '../../engines/pdf/objects.ts';
import type { Finding } from '../../engines/pdf/reader/findings.ts';
import type { PdfSource } from '../../engines/pdf/reader/pdf-source.ts';

const repairs: Readonly<Partial<Record<Finding, string>>> = {
  'header-missing': 'its PDF header is missing',
  'cross-reference-rebuilt': 'its cross-reference table was wrong and was rebuilt',
  'page-tree-rebuilt': 'its page tree was wrong and was rebuilt',
  'stream-length': 'its stream lengths were wrong and were corrected',
};

const losses: Readonly<Partial<Record<Finding, (count: number) => string>>> = {
  'stream-damaged': (count) => `${count === 1 ? 'a stream' : `${count} streams`} could be read only in part`,
  'object-unreadable': (count) => `${count === 1 ? 'an object' : `${count} objects`} could not be read`,
};

/** Returns a warning that lists all repaired damage of a file, if there is any. */
export function damageWarnings(field: string, source: PdfSource): Warning[] {
  const parts = damageOf(source);
  return parts.length === 0 ? [] : [{ code: 'damaged', message: `${field}: ${parts.join('; ')}` }];
}

/** Returns the repaired damage of a file. */
export function damageOf(source: PdfSource): string[] {
  const found = [...source.findings];
  const missing = missingPages(source);
  return [
    ...found.flatMap(([finding]) => repairs[finding] ?? []),
    ...found.flatMap(([finding, count]) => losses[finding]?.(count) ?? []),
    ...(missing === 0
      ? []
      : [
          missing === 1
            ? 'a page could not be read and is omitted'
            : `${missing} pages could not be read and are omitted`,
        ]),
  ];
}

/** The number of unreadable pages, as far as the document states how many pages it has. */
function missingPages({ catalog, findings, pages }: PdfSource): number {
  const tree = catalog.lookup(keys.Pages);
  const declared = tree instanceof PDFDict ? tree.lookup(keys.Count) : undefined;
  const count = declared instanceof PDFNumber ? declared.asNumber() : 0;
  return Math.max(findings.get('page-missing') ?? 0, count - pages.length);
}

/** Converts the warnings of an assembly, and prefixes them with the fields of its parts. */
export const assemblyWarnings = (
  fields: readonly string[],
  warnings: readonly AssemblyWarning[],
): Warning[] =>
  warnings.map(({ message, part, ...warning }) => ({
    ...warning,
    message: `${fields[part] ?? ''}: ${message}`,
  }));
