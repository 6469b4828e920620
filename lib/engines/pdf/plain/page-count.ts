import type { RandomAccess } from '../../../base/random-access.ts';
import { PlainPdf } from './plain-pdf.ts';

/**
 * How many pages a PDF has that Chromium or LibreOffice wrote: the count of its page tree's root (ISO 32000-1, 7.7.3).
 *
 * @throws Error for a PDF of another make
 */
export async function countPages(file: RandomAccess): Promise<number> {
  const pdf = await PlainPdf.open(file);
  const root = await pdf.entry(await pdf.catalog(), 'Pages');
  const [, count] = /\/Count\s+(\d+)/.exec(root) ?? [];
  if (count === undefined) throw new Error('The PDF has no page tree where it was expected.');
  return Number(count);
}
