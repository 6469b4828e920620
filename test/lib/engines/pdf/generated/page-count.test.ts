import { describe, expect, it } from 'vitest';
import { fromBuffer } from '#lib/base/random-access.ts';
import { countPages } from '#lib/engines/pdf/generated/page-count.ts';
import { generatedPdf } from '../../../../support/generated-pdf.ts';

describe('countPages', () => {
  it("returns the count of the page tree's root", async () => {
    const file = generatedPdf([
      '<</Type /Catalog\n/Pages 3 0 R>>',
      '<</Type /Pages /Count 8 /Kids []>>',
      '<</Type /Pages /Kids [2 0 R] /Count 12>>',
    ]);
    expect(await countPages(fromBuffer(file))).toBe(12);
  });

  it('finds it behind a long list of pages, without reading the rest of the file', async () => {
    const pages = Array.from({ length: 5000 }, (_, index) => `${index + 1000} 0 R`).join(' ');
    const file = generatedPdf([
      '<</Type /Catalog /Pages 3 0 R>>',
      'x'.repeat(5_000_000),
      `<</Type /Pages /Kids [${pages}] /Count 5000>>`,
    ]);
    let read = 0;
    const counting = {
      size: file.length,
      read: (offset: number, length: number) => {
        const bytes = file.subarray(offset, offset + length);
        read += bytes.length;
        return Promise.resolve(bytes);
      },
    };
    expect(await countPages(counting)).toBe(5000);
    expect(read).toBeLessThan(200_000);
  });

  it.each([
    ['no table', Buffer.from('%PDF-1.7 nothing more'), 'structure that Chromium and LibreOffice write'],
    ['no root', generatedPdf(['<</Type /Catalog>>']), 'no page tree'],
    ['a root outside', generatedPdf(['<</Type /Catalog /Pages 99 0 R>>']), 'no page tree'],
  ])('rejects a PDF with %s', async (_, file, message) => {
    await expect(countPages(fromBuffer(file))).rejects.toThrow(message);
  });
});
