import { describe, expect, it } from 'vitest';
import { countPages } from '#lib/html/pdf-page-count.ts';

/** A PDF with a cross-reference table, as Chromium writes it. */
function pdf(objects: string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  text += `trailer\n<</Size ${objects.length + 1} /Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

describe('the page count', () => {
  it("is that of the page tree's root", () => {
    const file = pdf([
      '<</Type /Catalog\n/Pages 3 0 R>>',
      '<</Type /Pages /Count 8 /Kids []>>',
      '<</Type /Pages /Kids [2 0 R] /Count 12>>',
    ]);
    expect(countPages(file)).toBe(12);
  });

  it.each([
    ['no table', Buffer.from('%PDF-1.7 nothing more')],
    ['no root', pdf(['<</Type /Catalog>>'])],
    ['a root outside', pdf(['<</Type /Catalog /Pages 99 0 R>>'])],
  ])('is not guessed of a PDF with %s', (_, file) => {
    expect(() => countPages(file)).toThrow('no page tree');
  });
});
