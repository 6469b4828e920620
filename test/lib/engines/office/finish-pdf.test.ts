import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { finishPdf, type PdfFinish } from '#lib/engines/office/finish-pdf.ts';
import { fromBuffer } from '#lib/base/random-access.ts';
import { PDFName, PDFString } from '#lib/engines/pdf/objects.ts';
import { countPages } from '#lib/engines/pdf/generated/page-count.ts';
import { generatedPdf } from '../../../support/generated-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'finish-pdf-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function finished(pdf: Buffer, options: Partial<PdfFinish> = {}): Promise<Buffer> {
  const path = join(folder, 'document.pdf');
  writeFileSync(path, pdf);
  await finishPdf(path, { language: undefined, ...options });
  return readFileSync(path);
}

const document = (catalog: string): Buffer =>
  generatedPdf(
    [
      `<</Type /Catalog /Pages 2 0 R${catalog}>>`,
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      '<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>>',
      '<</Producer (LibreOffice)>>',
    ],
    '/Info 4 0 R/DocChecksum /00',
  );

describe('finishPdf', () => {
  it.each([
    [true, 'TwoColumnLeft'],
    [false, 'TwoColumnRight'],
  ])('puts the first page on the left: %s', async (firstPageOnLeft, layout) => {
    const pdf = await PDFDocument.load(
      await finished(document('/PageLayout /TwoColumnRight'), { firstPageOnLeft }),
    );
    expect(pdf.catalog.get(PDFName.of('PageLayout'))).toBe(PDFName.of(layout));
  });

  it.each([
    ['put in', '', 'de-DE'],
    ['replaced', '/Lang (en-US)', 'de-DE'],
    ['taken out', '/Lang (en-US)', undefined],
  ])("sets the document's language %s", async (_, catalog, language) => {
    const bytes = await finished(document(catalog), { language });
    const pdf = await PDFDocument.load(bytes);
    expect(pdf.catalog.lookupMaybe(PDFName.of('Lang'), PDFString)?.asString()).toBe(language);
    expect(await countPages(fromBuffer(bytes))).toBe(1);
    expect(bytes.toString('latin1')).not.toContain('DocChecksum');
  });

  it('leaves a correct PDF unchanged', async () => {
    const right = document('/Lang (de-DE)');
    expect(await finished(right, { language: 'de-DE' })).toEqual(right);
    expect(await finished(document(''))).toEqual(document(''));
  });

  const titled = (information: string, firstBookmark: string): Buffer =>
    generatedPdf(
      [
        '<</Type /Catalog /Pages 2 0 R /Outlines 5 0 R>>',
        '<</Type /Pages /Kids [3 0 R] /Count 1>>',
        '<</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>>',
        `<<${information}>>`,
        firstBookmark === ''
          ? '<</Type /Outlines /Count 0>>'
          : '<</Type /Outlines /First 6 0 R /Last 6 0 R>>',
        `<</Title (${firstBookmark}) /Parent 5 0 R>>`,
      ],
      '/Info 4 0 R/DocChecksum /00',
    );

  it.each([
    ['docx', '', 'A heading', 'A heading'],
    ['docx', '', '', 'Report 3.1'],
    ['docx', '/Title (Own)', 'A heading', 'Own'],
    ['docx', '/Title ( )', 'A heading', 'A heading'],
    ['docx', '/Producer (P)', 'Slide 1 of many', 'Slide 1 of many'],
    ['pptx', '', 'The title', 'The title'],
    ['pptx', '', 'Slide 1', 'Report 3.1'],
    ['xlsx', '', 'Sheet1', 'Report 3.1'],
  ] as const)(
    'gives a %s with %j and the bookmark %j the title %s',
    async (kind, information, bookmark, title) => {
      const source = { kind, fileName: `Report 3.1.${kind}` };
      const bytes = await finished(titled(information, bookmark), { title: source });
      expect((await PDFDocument.load(bytes)).getTitle()).toBe(title);
    },
  );

  it('gives no title unless it is needed, or known', async () => {
    const bytes = titled('', 'A heading');
    expect(await finished(bytes)).toEqual(bytes);
    const nameless = titled('', '');
    expect(await finished(nameless, { title: { kind: 'docx', fileName: '' } })).toEqual(nameless);
  });

  it.each([
    ['no PDF', Buffer.from('nothing')],
    ['a table that is not where it should be', Buffer.from('%PDF-1.4\nstartxref\n3\n%%EOF\n')],
    ['a table behind the end', Buffer.from('%PDF-1.4\nstartxref\n300\n%%EOF\n')],
  ])('rejects %s', async (_, bytes) => {
    await expect(finished(bytes)).rejects.toThrow('structure that Chromium and LibreOffice write');
  });
});
