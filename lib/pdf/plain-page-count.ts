import type { RandomAccess } from '../office/random-access.ts';

/**
 * How many pages a PDF has that Chromium or LibreOffice wrote: the count of its page tree's root (ISO 32000-1, 7.7.3).
 * Both write one cross-reference table and no compressed objects, so that a few small reads find it in a file of any
 * size.
 *
 * @throws Error for a PDF of another make
 */
export async function countPages(pdf: RandomAccess): Promise<number> {
  const tail = await textAt(pdf, Math.max(0, pdf.size - 1024), 1024);
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1] ?? pdf.size);
  const table = await textAt(pdf, start, pdf.size - start);
  const catalog = await objectAt(pdf, table, /\/Root\s+(\d+)\s+0\s+R/.exec(table)?.[1]);
  const root = await objectAt(pdf, table, /\/Pages\s+(\d+)\s+0\s+R/.exec(catalog)?.[1]);
  const [, count] = /\/Count\s+(\d+)/.exec(root) ?? [];
  if (count === undefined) throw new Error('The PDF has no page tree where it was expected.');
  return Number(count);
}

/** The text of an object. @param table the cross-reference table, of one section, in lines of 20 bytes (7.5.4) */
async function objectAt(pdf: RandomAccess, table: string, number: string | undefined): Promise<string> {
  const [header = ''] = /^xref\s+0\s+\d+\s*\n/.exec(table) ?? [];
  const entry = header.length + Number(number) * 20;
  const offset = Number(table.slice(entry, entry + 10));
  if (header === '' || Number.isNaN(offset)) return '';
  // The root lists all pages, and most objects are short.
  for (let length = 4096; ; length *= 4) {
    const text = await textAt(pdf, offset, length);
    const end = text.indexOf('endobj');
    if (end >= 0) return text.slice(0, end);
    if (offset + length >= pdf.size) return '';
  }
}

const textAt = async (pdf: RandomAccess, offset: number, length: number): Promise<string> =>
  (await pdf.read(offset, length)).toString('latin1');
