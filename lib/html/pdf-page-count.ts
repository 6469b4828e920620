/**
 * How many pages a PDF has that Chromium wrote: the count of its page tree's root (ISO 32000-1, 7.7.3). Chromium
 * writes a cross-reference table and no compressed objects, so that no more of the format has to be known.
 *
 * @throws Error for a PDF of another make
 */
export function countPages(pdf: Buffer): number {
  const tail = pdf.toString('latin1', Math.max(0, pdf.length - 1024));
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(tail)?.[1]);
  const text = pdf.toString('latin1', table);
  const catalog = objectAt(pdf, text, /\/Root\s+(\d+)\s+0\s+R/.exec(text)?.[1]);
  const root = objectAt(pdf, text, /\/Pages\s+(\d+)\s+0\s+R/.exec(catalog)?.[1]);
  const [, count] = /\/Count\s+(\d+)/.exec(root) ?? [];
  if (count === undefined) throw new Error('The PDF has no page tree where Chromium writes it.');
  return Number(count);
}

/** The text of an object. @param table the cross-reference table, of one section, in lines of 20 bytes (7.5.4) */
function objectAt(pdf: Buffer, table: string, number: string | undefined): string {
  const [header = ''] = /^xref\s+0\s+\d+\s*\n/.exec(table) ?? [];
  const entry = header.length + Number(number) * 20;
  const offset = Number(table.slice(entry, entry + 10));
  if (header === '' || Number.isNaN(offset)) return '';
  const end = pdf.indexOf('endobj', offset);
  return pdf.toString('latin1', offset, end);
}
