import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { unzipSync } from 'fflate';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutExternalLinks } from '#lib/engines/office/external-links.ts';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { fromBuffer } from '#lib/base/random-access.ts';
import { checkZipLimits, zipLimits } from '#lib/engines/office/zip-limits.ts';
import { PDFDict, PDFName } from '#lib/engines/pdf/objects.ts';
import { converterOptions } from '../../../support/libreoffice.ts';
import { leftOut } from '../../../support/requirements.ts';
import { makeDocx, makePptx, makeXlsx } from '../../../support/office.ts';
import { partText, relationshipTypes, withParts, zipParts } from '../../../support/office-package.ts';
import { pageTexts } from '../../../support/pdf.ts';
import { type RawEntry, rawZip } from '../../../support/raw-zip.ts';
import { linkedDocx, linksPart, own } from '../../../security/linked-documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'external-links-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Stores a document, with a folder for the output. */
function laid(document: Buffer): { input: string; made: string } {
  const made = mkdtempSync(join(folder, 'job-'));
  const input = `${made}.input`;
  writeFileSync(input, document);
  return { input, made };
}

async function cleaned(document: Buffer): Promise<Buffer> {
  const { input, made } = laid(document);
  const bytes = readFileSync(await withoutExternalLinks(input, made));
  await checkZipLimits(fromBuffer(bytes));
  return bytes;
}

const wordRels = 'word/_rels/document.xml.rels';
const linked = (parts: Record<string, string | Uint8Array> = {}): Buffer =>
  linkedDocx({ links: [['image', 'http://example.org/a.png']], parts });

describe('external links', () => {
  it.each([
    ['docx', makeDocx()],
    ['xlsx', makeXlsx()],
    ['pptx', makePptx({ slides: [{ text: 'one', notes: 'note' }] })],
  ])('leave all parts of the %s unchanged if there are none', async (_, document) => {
    const cleanedParts = unzipSync(await cleaned(document));
    expect(cleanedParts).toEqual(unzipSync(document));
  });

  it('leave nothing in the file that another reader could read as a document', async () => {
    const entries: RawEntry[] = Object.entries(unzipSync(makeDocx())).map(([name, data]) => ({
      name,
      data: Buffer.from(data),
    }));
    const plain = await cleaned(rawZip(entries));
    const other = rawZip([{ name: 'word/document.xml', data: 'another document' }]);
    const hidden = other.toString('latin1');
    expect(await cleaned(rawZip(entries, { comment: hidden.slice(0, -1) }))).toEqual(plain);
    expect(await cleaned(Buffer.concat([rawZip(entries), other.subarray(0, -1)]))).toEqual(plain);
    expect(await cleaned(rawZip(entries, { zip64: true }))).toEqual(plain);
    const broken = { name: '[trash]/0000.dat', data: 'less', size: 5 };
    expect(await cleaned(rawZip([...entries, broken]))).toEqual(plain);
  });

  it('are removed from one part, and all others stay byte for byte', async () => {
    const before = linked({ 'word/media/a.bin': Buffer.alloc(300_000, 'a picture') });
    const after = await cleaned(before);
    const [old, young] = [unzipSync(before), unzipSync(after)];
    expect(Object.keys(young)).toEqual(Object.keys(old));
    expect(partText(after, wordRels)).toBe(linksPart([]));
    expect({ ...young, [wordRels]: null }).toEqual({ ...old, [wordRels]: null });
  });

  it('are removed from documents in documents', async () => {
    const outer = (inner: Buffer): Buffer => makeDocx({ parts: { 'word/embeddings/a.docx': inner } });
    const found = await cleaned(outer(outer(linked())));
    const inner = Buffer.from(unzipSync(found)['word/embeddings/a.docx'] ?? []);
    const innermost = Buffer.from(unzipSync(inner)['word/embeddings/a.docx'] ?? []);
    expect(partText(innermost, wordRels)).toBe(linksPart([]));
  });

  it('cannot hide in a document that is too deep or unreadable', async () => {
    const outer = (inner: Buffer | string): Buffer =>
      makeDocx({ parts: { 'word/a.bin': typeof inner === 'string' ? Buffer.from(inner, 'latin1') : inner } });
    const innerOf = (document: Buffer): Buffer => Buffer.from(unzipSync(document)['word/a.bin'] ?? []);
    const deep = outer(outer(outer(outer(linked()))));
    expect(innerOf(innerOf(innerOf(innerOf(await cleaned(deep)))))).toHaveLength(0);
    expect(innerOf(await cleaned(outer('PK\x03\x04 and nothing')))).toHaveLength(0);
    expect(innerOf(await cleaned(outer(zipParts({ 'content.xml': '<a/>' }))))).toHaveLength(0);
  });

  it('leave no files except the returned one', async () => {
    const { input, made } = laid(
      makeDocx({ parts: { 'word/a.docx': makeDocx(), 'word/b.docx': makeXlsx() } }),
    );
    const safe = await withoutExternalLinks(input, made);
    expect(readdirSync(made)).toEqual([basename(safe)]);
  });

  it('count documents in documents against the size limit', async () => {
    const megabyte = Buffer.alloc(31 * 1024 * 1024);
    const inner = makeDocx({
      parts: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${n}.bin`, megabyte])),
    });
    const times = Math.ceil(zipLimits.total / (10 * megabyte.length)) + 1;
    const document = makeDocx({
      parts: Object.fromEntries(Array.from({ length: times }, (_, n) => [`word/${n}.docx`, inner])),
    });
    const { input, made } = laid(document);
    expect(statSync(input).size).toBeLessThan(4 * 1024 * 1024);
    await expect(withoutExternalLinks(input, made)).rejects.toMatchObject({ code: 'file-too-large' });
  });

  it('in malformed relationships are reported as a damaged document', async () => {
    const broken = withParts(linked(), { [wordRels]: '<Relationships><Relationship ' });
    await expect(cleaned(broken)).rejects.toMatchObject({ code: 'damaged-document' });
  });
});

describe.skipIf(leftOut('libreoffice'))('documents without links', () => {
  const converter = new OfficeConverter(converterOptions(join(folder, 'work')));
  beforeAll(() => converter.prepare());
  afterAll(() => converter.stop());

  async function pdfOf(kind: 'docx' | 'xlsx', document: Buffer): Promise<Buffer> {
    const { input, made } = laid(document);
    const outputFile = join(made, 'output.pdf');
    const inputFile = await withoutExternalLinks(input, made);
    await converter.convert({
      inputFile,
      kind,
      filterOptions: '',
      outputFile,
      deadline: Date.now() + 20_000,
    });
    return readFileSync(outputFile);
  }

  it('keep hyperlinks to the web, and the text of those to files', async () => {
    const targets = ['https://example.org/', 'mailto:a@example.org', 'file:///etc/passwd'];
    const run = (index: number): string =>
      `<w:p><w:hyperlink r:id="rId${index + 1}"><w:r><w:t>Link ${index}</w:t></w:r></w:hyperlink></w:p>`;
    const pdf = await pdfOf(
      'docx',
      linkedDocx({
        markup: targets.map((_, index) => run(index)).join(''),
        links: targets.map((target) => ['hyperlink', target]),
      }),
    );
    expect((await pageTexts(pdf)).join('')).toContain('Link 0Link 1Link 2');
    const objects = (await PDFDocument.load(pdf)).context.enumerateIndirectObjects();
    const actions = objects.map(([, object]) =>
      object instanceof PDFDict ? object.get(PDFName.of('A')) : undefined,
    );
    expect(actions.filter(Boolean).map(String).join()).toMatch(
      /https:\/\/example\.org.*mailto:a@example\.org/s,
    );
    expect(pdf.toString('latin1')).not.toContain('/etc/passwd');
  });

  it('show the cached values of other workbooks', async () => {
    const externalLink = 'xl/externalLinks/externalLink1.xml';
    const plain = makeXlsx({ rows: [[own]] });
    const workbook = partText(plain, 'xl/workbook.xml');
    const sheet = partText(plain, 'xl/worksheets/sheet1.xml');
    const spreadsheet = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
    const pdf = await pdfOf(
      'xlsx',
      withParts(plain, {
        'xl/workbook.xml': workbook.replace(
          '</workbook>',
          '<externalReferences><externalReference r:id="rId2"/></externalReferences><calcPr fullCalcOnLoad="1"/></workbook>',
        ),
        'xl/_rels/workbook.xml.rels': linksPart([
          ['worksheet', 'worksheets/sheet1.xml', ''],
          ['externalLink', 'externalLinks/externalLink1.xml', ''],
        ]),
        'xl/worksheets/sheet1.xml': sheet.replace(
          '</sheetData>',
          '<row><c t="str"><f>"It says "&amp;[1]Sheet1!A1</f><v>old</v></c></row></sheetData>',
        ),
        [externalLink]: `<externalLink ${spreadsheet} xmlns:r="${relationshipTypes}"><externalBook r:id="rId1"><sheetNames><sheetName val="Sheet1"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1" t="str"><v>held</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>`,
        'xl/externalLinks/_rels/externalLink1.xml.rels': linksPart([
          ['externalLinkPath', 'file:///gone.xlsx'],
        ]),
        '[Content_Types].xml': partText(plain, '[Content_Types].xml').replace(
          '</Types>',
          `<Override PartName="/${externalLink}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.externalLink+xml"/></Types>`,
        ),
      }),
    );
    expect((await pageTexts(pdf)).join('')).toContain('It says held');
  });
});
