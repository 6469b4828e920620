import type { RandomAccess } from '../../../base/random-access.ts';
import { keys } from '../keys.ts';
import { PDFNumber } from '../objects.ts';
import { GeneratedPdf } from './generated-pdf.ts';

/**
 * The number of pages of a PDF that Chromium or LibreOffice wrote: the count of its page tree's root (PDF 32000-1,
 * 7.7.3).
 *
 * @throws Error for a PDF that another program wrote
 */
export async function countPages(file: RandomAccess): Promise<number> {
  const pdf = await GeneratedPdf.open(file);
  const catalog = await pdf.dict(pdf.trailer.get(keys.Root));
  const root = await pdf.dict(catalog?.get(keys.Pages));
  const count = root?.get(keys.Count);
  if (!(count instanceof PDFNumber)) throw new Error('The PDF has no page tree.');
  return count.asNumber();
}
