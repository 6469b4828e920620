import { keys } from '../../keys.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { nameAt } from '../lookup.ts';

/** The PDF version of a source: that of its header, or that of its catalog if it is later (PDF 32000-1, 7.5.2). */
export function versionOf({ file, catalog }: PdfSource): number {
  const header = /%PDF-(\d\.\d)/.exec(file.bytes.toString('latin1', 0, 1024))?.[1];
  return Math.max(Number(header ?? 0), Number(nameAt(catalog, keys.Version) ?? 0) || 0);
}
