import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFStream, PDFString } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyFinishing } from '#lib/conversions/finishing/apply-finishing.ts';
import { officeToPdf } from '#lib/conversions/office/office-to-pdf.ts';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import type { OfficeKind, OfficeOptions } from '#lib/api/options/office.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { directPdfWork } from '../../../support/direct-pdf-work.ts';
import { converterOptions } from '../../../support/libreoffice.ts';
import { makeDocx, makePptx, makeXlsx } from '../../../support/office.ts';
import {
  contentType,
  main,
  partText,
  relationshipTypes,
  withParts,
} from '../../../support/office-package.ts';
import { makeOpenDocument } from '../../../support/open-document.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { pagePixels } from '../../../support/pdf-pixels.ts';
import { rawZip } from '../../../support/raw-zip.ts';
import { leftOut } from '../../../support/requirements.ts';
import { withRelated } from '../../../support/related-parts.ts';
import { unzipSync } from 'fflate';

const folder = mkdtempSync(join(tmpdir(), 'office-options-'));
const decryptWorker = new URL('../../../../lib/engines/office/decrypt-worker.ts', import.meta.url);
const word = `xmlns:w="${main('wordprocessingml')}"`;
const run = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const section = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
const docx = (body: string): Buffer =>
  makeDocx({ parts: { 'word/document.xml': `<w:document ${word}><w:body>${body}</w:body></w:document>` } });

const commentedDocx = withRelated(
  docx(
    `<w:p><w:commentRangeStart w:id="0"/>${run('The text')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>${section}`,
  ),
  'word/document.xml',
  {
    name: 'word/comments.xml',
    relationship: 'comments',
    contentType: contentType('wordprocessingml', 'comments'),
    xml: `<w:comments ${word}><w:comment w:id="0" w:author="Reader"><w:p>${run('A remark')}</w:p></w:comment></w:comments>`,
  },
);
const hiddenNote =
  '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shape style="visibility:hidden">' +
  '<x:ClientData ObjectType="Note"><x:Row>0</x:Row><x:Column>0</x:Column></x:ClientData></v:shape></xml>';
const legacyDrawing = `<legacyDrawing xmlns:r="${relationshipTypes}" r:id="related-vmlDrawing"/>`;
const annotatedXlsx = withRelated(
  makeXlsx({ rows: [['The text']], after: legacyDrawing }),
  'xl/worksheets/sheet1.xml',
  {
    name: 'xl/drawing1.vml',
    relationship: 'vmlDrawing',
    contentType: 'application/vnd.openxmlformats-officedocument.vmlDrawing',
    xml: hiddenNote,
  },
);
const commentedXlsx = withRelated(annotatedXlsx, 'xl/worksheets/sheet1.xml', {
  name: 'xl/comments1.xml',
  relationship: 'comments',
  contentType: contentType('spreadsheetml', 'comments'),
  xml: `<comments xmlns="${main('spreadsheetml')}"><authors><author>Reader</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>A remark</t></r></text></comment></commentList></comments>`,
});
const presentation = `xmlns:p="${main('presentationml')}"`;
const commentedPptx = withRelated(
  withRelated(makePptx({ slides: ['The text'] }), 'ppt/slides/slide1.xml', {
    name: 'ppt/comments/comment1.xml',
    relationship: 'comments',
    contentType: contentType('presentationml', 'comments'),
    xml: `<p:cmLst ${presentation}><p:cm authorId="0" dt="2026-01-01T00:00:00.000" idx="1"><p:pos x="10" y="10"/><p:text>A remark</p:text></p:cm></p:cmLst>`,
  }),
  'ppt/presentation.xml',
  {
    name: 'ppt/commentAuthors.xml',
    relationship: 'commentAuthors',
    contentType: contentType('presentationml', 'commentAuthors'),
    xml: `<p:cmAuthorLst ${presentation}><p:cmAuthor id="0" name="Reader" initials="R" lastIdx="1" clrIdx="0"/></p:cmAuthorLst>`,
  },
);

describe.skipIf(leftOut('libreoffice'))('options of office conversions', { timeout: 60_000 }, () => {
  const converter = new OfficeConverter({ ...converterOptions(join(folder, 'work')), warmUp: [] });
  beforeAll(() => converter.prepare());
  afterAll(async () => {
    await converter.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function pdfOf(
    kind: OfficeKind | 'odt',
    bytes: Buffer,
    options: Partial<OfficeOptions> = {},
  ): Promise<Buffer> {
    const made = mkdtempSync(join(folder, 'job-'));
    const [inputFile, outputFile] = [join(made, 'input'), join(made, 'output.pdf')];
    writeFileSync(inputFile, bytes);
    const all = { quality: 90, exportBookmarks: true, exportFormFields: true, tagged: false, ...options };
    const signal = AbortSignal.timeout(50_000);
    const times = { deadline: Date.now() + 50_000, signal };
    const request = {
      inputFile,
      fileName: `a.${kind}`,
      kind: kind === 'odt' ? undefined : kind,
      options: all,
      outputFile,
      folder: made,
      ...times,
    };
    await officeToPdf({ ...request, password: undefined }, converter, decryptWorker);
    return readFileSync(outputFile);
  }

  /** Width and height of each page in points. */
  async function pageSizes(pdf: Buffer): Promise<number[][]> {
    const pages = (await PDFDocument.load(pdf)).getPages();
    return pages.map((page) => [page.getWidth(), page.getHeight()].map(Math.round));
  }

  async function languageOf(pdf: Buffer): Promise<string | undefined> {
    return (await PDFDocument.load(pdf)).catalog.lookupMaybe(PDFName.of('Lang'), PDFString)?.asString();
  }

  const annotationsOf = async (pdf: Buffer): Promise<number> =>
    (await PDFDocument.load(pdf)).getPages()[0]?.node.Annots()?.size() ?? 0;

  it.each([
    ['docx', commentedDocx, 0],
    ['xlsx', commentedXlsx, 2],
    ['pptx', commentedPptx, 2],
  ] as const)('leave comments of a %s out, or have them in the margin', async (kind, bytes, annotations) => {
    const without = await pdfOf(kind, bytes);
    expect((await pageTexts(without)).join()).not.toContain('A remark');
    expect(await annotationsOf(without)).toBe(0);
    const beside = await pdfOf(kind, bytes, { comments: 'margin' });
    const text = (await pageTexts(beside)).join();
    expect(text).toContain('The text');
    expect(text.includes('A remark')).toBe(annotations === 0);
    expect(await annotationsOf(beside)).toBe(annotations);
  });

  it('convert a document as if its changes were accepted, or show them', async () => {
    const mark = '<w:pPr><w:rPr><w:del w:id="9" w:author="A"/></w:rPr></w:pPr>';
    const row = (text: string, properties = ''): string =>
      `<w:tr>${properties}<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr><w:p>${run(text)}</w:p></w:tc></w:tr>`;
    const table = (rows: string): string =>
      `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid>${rows}</w:tbl><w:p/>`;
    const changed = docx(
      `<w:p>${run('Before ')}<w:ins w:id="1" w:author="A">${run('inserted ')}</w:ins><w:del w:id="2" w:author="A"><w:r><w:delText>deleted </w:delText></w:r></w:del>${run('after')}</w:p>` +
        `<w:p>${mark}<w:del w:id="3" w:author="A"><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>` +
        `<w:p>${mark}${run('Joined ')}</w:p><w:p><w:r><w:rPr><w:b/><w:rPrChange w:id="4" w:author="A"><w:rPr/></w:rPrChange></w:rPr><w:t>bold</w:t></w:r></w:p>` +
        table(row('Row') + row('lost', '<w:trPr><w:del w:id="5" w:author="A"/></w:trPr>')) +
        section,
    );
    const byHand = docx(
      `<w:p>${run('Before ')}${run('inserted ')}${run('after')}</w:p>` +
        `<w:p>${run('Joined ')}<w:r><w:rPr><w:b/></w:rPr><w:t>bold</w:t></w:r></w:p>${table(row('Row'))}${section}`,
    );
    const expected = await pdfOf('docx', byHand);
    for (const trackedChanges of ['final', undefined] as const) {
      const final = await pdfOf('docx', changed, { trackedChanges });
      expect(await pageTexts(final)).toEqual(await pageTexts(expected));
      expect(await pagePixels(final)).toEqual(await pagePixels(expected));
    }
    const shown = await pdfOf('docx', changed, { trackedChanges: 'show' });
    expect((await pageTexts(shown)).join()).toMatch(/inserted.*deleted.*gone/s);
    expect(await pagePixels(shown)).not.toEqual(await pagePixels(expected));
  });

  it('give paper to sections and sheets that name none', async () => {
    const plain = docx(`<w:p>${run('text')}</w:p>`);
    const upright = makeXlsx();
    const turned = makeXlsx({ after: '<pageSetup orientation="landscape"/>' });
    expect(await pageSizes(await pdfOf('docx', plain))).toEqual([[595, 842]]);
    expect(await pageSizes(await pdfOf('docx', plain, { pageSize: 'Letter' }))).toEqual([[612, 792]]);
    expect(await pageSizes(await pdfOf('xlsx', upright))).toEqual([[595, 842]]);
    expect(await pageSizes(await pdfOf('xlsx', upright, { pageSize: 'A0' }))).toEqual([[2384, 3370]]);
    expect(await pageSizes(await pdfOf('xlsx', turned, { pageSize: 'A5' }))).toEqual([[595, 420]]);
    expect(await pageSizes(await pdfOf('xlsx', turned, { pageSize: 'Ledger' }))).toEqual([[1224, 792]]);
    expect(await pageSizes(await pdfOf('xlsx', upright, { pageSize: 'A5', landscape: true }))).toEqual([
      [595, 420],
    ]);
    const named = makeXlsx({ after: '<pageSetup paperSize="1"/>' });
    expect(await pageSizes(await pdfOf('xlsx', named))).toEqual([[612, 792]]);
  });

  it("have the PDF in the document's language, each time", async () => {
    const german = withRelated(docx(`<w:p>${run('Ein Text')}</w:p>`), 'word/document.xml', {
      name: 'word/styles.xml',
      relationship: 'styles',
      contentType: contentType('wordprocessingml', 'styles'),
      xml: `<w:styles ${word}><w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val="de-DE"/></w:rPr></w:rPrDefault></w:docDefaults></w:styles>`,
    });
    const slide = partText(makePptx(), 'ppt/slides/slide1.xml').replace(/lang="[^"]*"/, '');
    const french = withParts(makePptx(), {
      'ppt/slides/slide1.xml': slide.replace(/<a:rPr[^>]*>|<a:r>/, '<a:r><a:rPr lang="fr-FR"/>'),
    });
    const italian = makeOpenDocument('text', {
      body: '<text:p>Un testo</text:p>',
      meta: '<dc:language xmlns:dc="http://purl.org/dc/elements/1.1/">it-IT</dc:language>',
    });
    for (const [kind, bytes, language] of [
      ['odt', italian, 'it-IT'],
      ['odt', makeOpenDocument('text', { body: '<text:p>Text</text:p>' }), undefined],
      ['docx', german, 'de-DE'],
      ['docx', makeDocx(), undefined],
      ['xlsx', makeXlsx(), undefined],
      ['pptx', french, 'fr-FR'],
      ['docx', german, 'de-DE'],
    ] as const) {
      for (const tagged of [true, false]) {
        expect(await languageOf(await pdfOf(kind, bytes, { tagged })), kind).toBe(language);
      }
    }
  });

  it.each([
    [{}, undefined],
    [{ pageLayout: 'two-columns' }, '/TwoColumnRight'],
    [{ pageLayout: 'two-columns', firstPageOnLeft: true }, '/TwoColumnLeft'],
    [{ pageLayout: 'one-column', firstPageOnLeft: true }, '/OneColumn'],
  ] as const)('%j arranges pages as %s', async (options, layout) => {
    const { catalog } = await PDFDocument.load(await pdfOf('docx', makeDocx(), options));
    expect(catalog.get(PDFName.of('PageLayout'))?.toString()).toBe(layout);
  });

  it('make PDF/A whose dates agree and whose comments have an appearance', async () => {
    const bytes = await pdfOf('pptx', commentedPptx, { pdfa: '1b', comments: 'margin' });
    const exported = { field: 'file', fileName: 'a.pptx', bytes };
    const request = {
      options: { pdfa: '1b' as const },
      files: { attachments: [], overlays: [], facturX: [] },
    };
    const { content } = await applyFinishing(exported, request, directPdfWork());
    const pdf = await PDFDocument.load(bytesOf(content), { updateMetadata: false });
    const metadata = pdf.catalog.lookup(PDFName.of('Metadata'), PDFStream).getContentsString();
    const created = pdf.getCreationDate()?.toISOString().replace('.000', '') ?? '';
    expect(/xmp:CreateDate>([^<]*)/.exec(metadata)?.[1]).toBe(created);
    expect(metadata).toMatch(/pdfaid:part>1<[^]*pdfaid:conformance>B</);
    expect(pdf.getPage(0).node.Annots()?.lookup(0)?.toString()).toMatch(/\/AP/);
  });

  it('take a document with a broken thumbnail, and bytes behind its end', async () => {
    const entries = Object.entries(unzipSync(makeDocx())).map(([name, data]) => ({
      name,
      data: Buffer.from(data),
    }));
    const thumbnail =
      '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/thumbnail" Target="docProps/thumbnail.jpeg"/></Relationships>';
    const named = entries.map((entry) =>
      entry.name === '_rels/.rels'
        ? { ...entry, data: Buffer.from(entry.data.toString().replace('</Relationships>', thumbnail)) }
        : entry,
    );
    const picture = { name: 'docProps/thumbnail.jpeg', data: 'a picture' };
    const broken = [
      { ...picture, compressed: Buffer.from('no deflate data') },
      { ...picture, method: 0, compressed: Buffer.from('a Picture') },
    ];
    for (const part of broken) {
      const document = Buffer.concat([rawZip([...named, part]), Buffer.from('\n')]);
      expect(await pageTexts(await pdfOf('docx', document))).toEqual(['A document']);
    }
  });
});
