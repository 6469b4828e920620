import { unzipSync } from 'fflate';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputFormat } from '#lib/api/fields/output-formats.ts';
import { exportOffice } from '#lib/conversions/office/export-office.ts';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { crashingXls } from '../../../support/hostile-office.ts';
import { converterOptions } from '../../../support/libreoffice.ts';
import { makeDocx, makePptx, makeXlsx } from '../../../support/office.ts';
import { makeOpenDocument } from '../../../support/open-document.ts';
import { leftOut } from '../../../support/requirements.ts';

const folder = mkdtempSync(join(tmpdir(), 'export-office-'));
const decryptWorker = new URL('../../../../lib/engines/office/decrypt-worker.ts', import.meta.url);

describe.skipIf(leftOut('libreoffice'))('exportOffice', { timeout: 30_000 }, () => {
  const converter = new OfficeConverter(converterOptions(join(folder, 'work')));
  beforeAll(() => converter.prepare(), 60_000);
  afterAll(async () => {
    await converter.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function exported(
    document: Buffer,
    fileName: string,
    format: OutputFormat,
    options: { encoding?: 'windows-1252'; separator?: ';' } = {},
  ): Promise<{ contentType: string; bytes: Buffer }> {
    const made = mkdtempSync(join(folder, 'job-'));
    const inputFile = join(made, 'input');
    writeFileSync(inputFile, document);
    const { path, contentType } = await exportOffice(
      {
        inputFile,
        fileName,
        password: undefined,
        folder: made,
        deadline: Date.now() + 25_000,
        signal: AbortSignal.timeout(25_000),
      },
      { format, ...options },
      converter,
      decryptWorker,
    );
    return { contentType, bytes: readFileSync(path) };
  }

  const textOf = async (document: Buffer, fileName: string): Promise<string> =>
    (await exported(document, fileName, 'txt')).bytes.toString();

  it.each(['docx', 'odt', 'rtf'] as const)('converts a text to %s, which has its text', async (format) => {
    const { bytes } = await exported(makeDocx({ text: 'Grüße\nПривет' }), 'a.docx', format);
    expect(await textOf(bytes, `a.${format}`)).toMatch(/^\ufeff?Grüße\nПривет\n?$/);
  });

  it.each(['xlsx', 'ods'] as const)('converts a workbook to %s, which has its cells', async (format) => {
    const { bytes } = await exported(makeXlsx({ rows: [['Sum', 1.5]] }), 'a.xlsx', format);
    expect((await exported(bytes, `a.${format}`, 'csv')).bytes.toString()).toBe('Sum,1.5\n');
  });

  it.each(['pptx', 'odp'] as const)('converts a presentation to %s, which has its slides', async (format) => {
    const { bytes } = await exported(makePptx({ slides: ['First title'] }), 'a.pptx', format);
    const part = unzipSync(bytes)[format === 'pptx' ? 'ppt/slides/slide1.xml' : 'content.xml'];
    expect(Buffer.from(part ?? []).toString()).toContain('First title');
  });

  it.each([
    ['a.docx', makeDocx()],
    ['a.xlsx', makeXlsx()],
    ['a.pptx', makePptx()],
    ['a.odg', makeOpenDocument('graphics', { body: '<draw:page draw:name="1"/>' })],
  ])('draws the first page of %s', async (fileName, document) => {
    const { contentType, bytes } = await exported(document, fileName, 'png');
    expect(contentType).toBe('image/png');
    expect(bytes.readUInt32BE(16)).toBeGreaterThan(500);
  });

  it('writes each sheet that is not hidden as CSV', async () => {
    const sheet = (name: string, cell: string, style = ''): string =>
      `<table:table table:name="${name}"${style}><table:table-row><table:table-cell office:value-type="string"><text:p>${cell}</text:p></table:table-cell></table:table-row></table:table>`;
    const hidden =
      '<office:automatic-styles><style:style style:name="h" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>';
    const body =
      sheet('Größe', 'ä,"b"') + sheet('Secret', 'x', ' table:style-name="h"') + sheet('Two', '=1+1');
    const { contentType, bytes } = await exported(
      makeOpenDocument('spreadsheet', { body, before: hidden }),
      'a.ods',
      'csv',
    );
    expect(contentType).toBe('application/zip');
    const files = Object.entries(unzipSync(bytes)).map(([name, part]) => [
      name,
      Buffer.from(part).toString(),
    ]);
    expect(files).toEqual([
      ['Größe.csv', '"ä,""b"""\n'],
      ['Two.csv', '=1+1\n'],
    ]);
  });

  it('writes cells as CSV as they are shown', async () => {
    const styles =
      '<office:automatic-styles><number:percentage-style xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0" style:name="p"><number:number number:decimal-places="0"/><number:text>%</number:text></number:percentage-style><style:style style:name="c" style:family="table-cell" style:data-style-name="p"/></office:automatic-styles>';
    const body =
      '<table:table table:name="S"><table:table-row><table:table-cell table:style-name="c" office:value-type="percentage" office:value="0.5"/></table:table-row></table:table>';
    const document = makeOpenDocument('spreadsheet', { body, before: styles });
    expect((await exported(document, 'a.ods', 'csv')).bytes.toString()).toBe('50%\n');
  });

  it('reads a table by its separator and encoding', async () => {
    const { bytes } = await exported(Buffer.from('a;\xe4\n', 'latin1'), 'a.csv', 'csv', {
      encoding: 'windows-1252',
      separator: ';',
    });
    expect(bytes.toString()).toBe('a,ä\n');
  });

  it('keeps tracked changes where the format has them, and accepts them elsewhere', async () => {
    const inserted =
      '<w:ins w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:t>new</w:t></w:r></w:ins>';
    const deleted =
      '<w:del w:id="2" w:author="A" w:date="2026-01-01T00:00:00Z"><w:r><w:delText>old</w:delText></w:r></w:del>';
    const document = makeDocx({
      parts: {
        'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p>${inserted}${deleted}</w:p></w:body></w:document>`,
      },
    });
    const { bytes } = await exported(document, 'a.docx', 'odt');
    const content = Buffer.from(unzipSync(bytes)['content.xml'] ?? []).toString();
    expect(content).toMatch(/text:tracked-changes.*old/s);
    expect(await textOf(document, 'a.docx')).toMatch(/^\ufeff?new\n?$/);
  });

  it('writes no code and no address from a document into a page', async () => {
    const body =
      '<text:p>Text<text:script script:language="JavaScript">alert(1)</text:script>' +
      '<office:annotation><text:p>HTML: &lt;img src="https://a.example/a.png"&gt; &lt;/HTML:&gt;</text:p></office:annotation>' +
      '<text:a xlink:href="https://b.example/">link</text:a></text:p>';
    const { bytes } = await exported(makeOpenDocument('text', { body }), 'a.odt', 'html');
    const page = bytes.toString();
    expect(page).toContain('<a href="https://b.example/">link</a>');
    expect(page).not.toMatch(/script|a\.example|alert/);
  });

  it.each([
    [
      'a.docx',
      makeDocx(),
      'xlsx',
      'must be docx, odt, rtf, txt, html or png, because the document is a Word document (DOCX)',
    ],
    [
      'a.odg',
      makeOpenDocument('graphics', { body: '' }),
      'odp',
      'must be png, because the document is an OpenDocument drawing (ODG)',
    ],
  ] as const)('rejects a format that %s does not have', async (fileName, document, format, message) => {
    await expect(exported(document, fileName, format)).rejects.toMatchObject({
      code: 'invalid-field',
      errors: [{ field: 'format', message }],
    });
  });

  it('fails a document that crashes LibreOffice, and converts the next one', async () => {
    const outputFolder = mkdtempSync(join(folder, 'crashed-'));
    const inputFile = join(outputFolder, 'a.xls');
    // Without the preparation, which corrects it.
    writeFileSync(inputFile, crashingXls());
    const options = { filterOptions: '', deadline: Date.now() + 25_000 };
    const crashed = converter.export({ inputFile, kind: 'xls', format: 'xlsx', outputFolder, ...options });
    await expect(crashed).rejects.toMatchObject({ reason: 'crashed', documentOpened: true });
    expect(await textOf(makeDocx({ text: 'Next' }), 'a.docx')).toContain('Next');
  });

  it('converts a workbook whose window shows a sheet that it does not have', async () => {
    const { bytes } = await exported(crashingXls(), 'a.xls', 'xlsx');
    expect((await exported(bytes, 'a.xlsx', 'csv')).bytes.toString()).toBe('Cell\n');
  });
});
