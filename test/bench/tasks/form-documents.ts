import { PDFDocument, StandardFonts } from 'pdf-lib';

const fieldsPerPage = 20;

/** A form of that many pages with 20 empty text fields each, and a value for each field. */
export async function form(
  pages: number,
): Promise<{ document: PDFDocument; byName: Record<string, string> }> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const fields = document.getForm();
  const byName: Record<string, string> = {};
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([595, 842]);
    page.drawText(`Page ${number}`, { x: 50, y: 790, size: 20, font });
    for (let line = 1; line <= fieldsPerPage; line += 1) {
      const name = `field ${number}-${line}`;
      fields
        .createTextField(name)
        .addToPage(page, { x: 50, y: 780 - line * 35, width: 300, height: 20, font });
      byName[name] = valueOf(number, line);
    }
  }
  return { document, byName };
}

const valueOf = (page: number, line: number): string => `Entry ${line} of page ${page}`;

/** Values as FDF. Neither names nor values have characters that strings of PDF escape. */
export function fdfOf(byName: Readonly<Record<string, string>>): string {
  const fields = Object.entries(byName).map(([name, value]) => `<</T(${name})/V(${value})>>`);
  return [
    '%FDF-1.2',
    `1 0 obj\n<</FDF<</Fields[${fields.join('\n')}]>>>>\nendobj`,
    'trailer\n<</Root 1 0 R>>',
    '%%EOF\n',
  ].join('\n');
}

/** Values as `pdfcpu form fill` reads them. */
export const pdfcpuJsonOf = (byName: Readonly<Record<string, string>>): string =>
  JSON.stringify({
    forms: [{ textfield: Object.entries(byName).map(([name, value]) => ({ name, value })) }],
  });
