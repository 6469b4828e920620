import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import { finishPdf, type PdfFinish } from '#lib/engines/office/finish-pdf.ts';
import { fromBuffer } from '#lib/base/random-access.ts';
import { PDFArray, PDFDict, PDFName, PDFNumber, PDFStream, PDFString } from '#lib/engines/pdf/objects.ts';
import { countPages } from '#lib/engines/pdf/generated/page-count.ts';
import { generatedPdf } from '../../../support/generated-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'finish-pdf-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function finished(pdf: Buffer, options: Partial<PdfFinish> = {}): Promise<Buffer> {
  const path = join(folder, 'document.pdf');
  writeFileSync(path, pdf);
  await finishPdf(path, { language: undefined, archival: false, ...options });
  return readFileSync(path);
}

const stream = (dict: string, data: string): string =>
  `<<${dict}/Length ${data.length}>>\nstream\n${data}\nendstream`;

const date = (name: string, value: string): string => `<xmp:${name}>${value}</xmp:${name}>`;
const xmp = (value: string): string =>
  ['CreateDate', 'ModifyDate', 'MetadataDate'].map((name) => date(name, value)).join('') +
  date('Other', '2001-01-01T00:00:00Z');

/** A page with these annotations, objects 10 and following, in a document with inconsistent dates. */
const document = (catalog: string, ...annotations: string[]): Buffer =>
  generatedPdf(
    [
      `<</Type /Catalog /Pages 2 0 R /Metadata 6 0 R${catalog}>>`,
      '<</Type /Pages /Kids [3 0 R] /Count 1>>',
      '<</Type /Pages /Parent 2 0 R /Kids [4 0 R] /Count 1>>',
      `<</Type /Page /Parent 3 0 R /MediaBox [0 0 100 100] /Annots [${annotations.map((_, index) => `${index + 10} 0 R`).join(' ')}]>>`,
      "<</CreationDate (D:20260102030405Z')>>",
      stream('/Type /Metadata', xmp('2020-10-11T12:13:14Z')),
      'null',
      'null',
      'null',
      ...annotations,
    ],
    '/Info 5 0 R/DocChecksum /00',
  );

const annotationsOf = (pdf: PDFDocument): PDFDict[] => {
  const list = pdf.getPage(0).node.lookup(PDFName.of('Annots'), PDFArray);
  return list.asArray().map((_, index) => list.lookup(index, PDFDict));
};
const flagsOf = (annotation: PDFDict | undefined): number | undefined =>
  annotation?.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber();

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
    const right = document('/Lang (de-DE)', '<</Subtype /Text>>');
    expect(await finished(right, { language: 'de-DE' })).toEqual(right);
    expect(await finished(document(''))).toEqual(document(''));
  });

  it('makes the dates of PDF/A consistent', async () => {
    const pdf = await PDFDocument.load(await finished(document(''), { archival: true }));
    const metadata = pdf.catalog.lookup(PDFName.of('Metadata'), PDFStream);
    expect(metadata.getContentsString()).toBe(xmp('2026-01-02T03:04:05Z'));
  });

  it('makes the annotations of PDF/A conform', async () => {
    const bytes = await finished(
      document(
        '',
        '<</Subtype /Text /Rect [10 20 30 50]>>',
        '<</Subtype /Link /F 6>>',
        '<</Subtype /Screen /A <</S /Rendition /R (media)>>>>',
        '<</Subtype /Text /F 28 /AP <</N 7 0 R>>>>',
      ),
      { archival: true },
    );
    const pdf = await PDFDocument.load(bytes);
    const [comment, link, other, ...rest] = annotationsOf(pdf);
    expect(rest).toEqual([]);
    expect([comment, link, other].map(flagsOf)).toEqual([28, 4, 28]);
    const look = comment?.lookup(PDFName.of('AP'), PDFDict).lookup(PDFName.of('N'), PDFStream);
    expect(look?.dict.get(PDFName.of('BBox'))?.toString()).toBe('[ 0 0 20 30 ]');
    expect(look?.getContentsString()).toContain('0.5 0.5 19.00 29.00 re B');
    expect(other?.lookup(PDFName.of('AP'), PDFDict).toString()).toContain('/N 7 0 R');
    expect(
      [...pdf.context.enumerateIndirectObjects()].some(([, object]) =>
        object.toString().includes('Rendition'),
      ),
    ).toBe(false);
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
