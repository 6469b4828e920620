import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, release, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import type { DocumentKind } from '#lib/engines/office/libreoffice/host-protocol.ts';
import { converterOptions } from '../../../support/libreoffice.ts';
import { leftOut } from '../../../support/requirements.ts';
import { makeDocx, makePptx, makeXlsx } from '../../../support/office.ts';
import { escapeXml, main, partText, withParts } from '../../../support/office-package.ts';
import { type PdfContents, readPdf } from '../../../support/read-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'host-information-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Word fields that print the file, its folder, the user or the program. */
function fieldsDocx(): Buffer {
  const fields = [
    'FILENAME',
    'FILENAME \\p',
    'TEMPLATE \\p',
    'AUTHOR',
    'LASTSAVEDBY',
    'USERNAME',
    'USERINITIALS',
    'USERADDRESS',
    'INFO FileName',
    'DOCPROPERTY Template',
    'DOCPROPERTY NameOfApplication',
    'HYPERLINK "beside.docx"',
  ];
  const character = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
  const paragraphs = fields.map(
    (field) =>
      `<w:p><w:r><w:t xml:space="preserve">[${escapeXml(field)}=</w:t></w:r>${character('begin')}` +
      `<w:r><w:instrText xml:space="preserve"> ${escapeXml(field)} </w:instrText></w:r>${character('separate')}` +
      `<w:r><w:t>stored</w:t></w:r>${character('end')}<w:r><w:t>]</w:t></w:r></w:p>`,
  );
  return makeDocx({
    parts: {
      'word/document.xml': `<w:document xmlns:w="${main('wordprocessingml')}"><w:body>${paragraphs.join('')}</w:body></w:document>`,
    },
  });
}

/** Excel functions and header codes that print the file, its folder or the program. */
function functionsXlsx(): Buffer {
  const functions = [
    'INFO("directory")',
    'INFO("release")',
    'INFO("osversion")',
    'INFO("system")',
    'INFO("numfile")',
    'INFO("memavail")',
    'INFO("origin")',
    'CELL("filename")',
    'CELL("filename",A1)',
    'HYPERLINK("beside.xlsx","linked")',
  ];
  const workbook = makeXlsx({
    rows: [['first']],
    after: '<headerFooter><oddHeader>&amp;L[path=&amp;Z] [file=&amp;F]</oddHeader></headerFooter>',
  });
  const sheet = 'xl/worksheets/sheet1.xml';
  const rows = functions.map((formula, index) => {
    const name = formula.replaceAll('"', "'");
    const cell = formula.startsWith('HYPERLINK') ? formula : `"[${name}="&IFERROR(${formula},"error")&"]"`;
    return `<row r="${index + 2}"><c r="A${index + 2}" t="str"><f>${escapeXml(cell)}</f></c></row>`;
  });
  return withParts(workbook, {
    [sheet]: partText(workbook, sheet).replace('</sheetData>', `${rows.join('')}</sheetData>`),
  });
}

/** PowerPoint fields that print the file, its folder or the user. */
function fieldsPptx(): Buffer {
  const deck = makePptx({ slides: ['here'] });
  const slide = 'ppt/slides/slide1.xml';
  const fields = ['file', 'file1', 'file2', 'file3', 'author'].map(
    (type, index) =>
      `<a:r><a:t>[${type}=</a:t></a:r><a:fld id="{B6F15528-21DE-4FAA-801E-634DDDAF4B2${index}}" type="${type}"><a:t>stored</a:t></a:fld><a:r><a:t>]</a:t></a:r>`,
  );
  return withParts(deck, {
    [slide]: partText(deck, slide).replace(/<a:r>.*here.*?<\/a:r>/, fields.join('')),
  });
}

/** Facts about this machine that no PDF may contain. */
const secrets = [
  folder,
  realpathSync(folder),
  hostname(),
  release(),
  userInfo().username,
  userInfo().homedir,
  `${process.pid}-`,
  // Debian's build id.
  'Build:',
].filter((secret) => secret.length > 3);

describe.skipIf(leftOut('libreoffice'))('host information that a document prints', () => {
  const converter = new OfficeConverter({ ...converterOptions(join(folder, 'work')), warmUp: [] });
  beforeAll(() => converter.prepare());
  afterAll(() => converter.stop());

  async function convert(
    kind: DocumentKind,
    bytes: Buffer,
    number = 0,
  ): Promise<PdfContents & { raw: string }> {
    const [inputFile, outputFile] = [join(folder, `input-${number}`), join(folder, `output-${number}.pdf`)];
    writeFileSync(inputFile, bytes);
    const fileName = `report-${number}.${kind}`;
    const deadline = Date.now() + 25_000;
    await converter.convert({ inputFile, fileName, kind, filterOptions: '', outputFile, deadline });
    const pdf = readFileSync(outputFile);
    return { ...(await readPdf(pdf)), raw: pdf.toString('latin1') };
  }

  it.each([
    ['docx', fieldsDocx(), 'FILENAME \\p=/proc/self/cwd/report-0.docx'],
    ['xlsx', functionsXlsx(), 'path=file:///proc/self/cwd/'],
    ['pptx', fieldsPptx(), 'file=/proc/self/cwd/report-0.pptx'],
  ] as const)('names a neutral folder and release in a %s', async (kind, bytes, printed) => {
    const { raw, ...contents } = await convert(kind, bytes);
    const said = JSON.stringify(contents);
    expect(contents.texts.join('')).toContain(`[${printed}`);
    for (const secret of secrets) expect(said).not.toContain(secret);
    // Link targets appear as written; readers omit those to files.
    for (const path of [folder, realpathSync(folder)]) expect(raw).not.toContain(path);
  });

  it('names the release that Excel names', async () => {
    expect((await convert('xlsx', functionsXlsx())).texts.join('')).toContain("[INFO('release')=16.0]");
  });

  it('names the same folder path for concurrent documents, each with its own folder', async () => {
    const all = await Promise.all([1, 2, 3].map((number) => convert('docx', fieldsDocx(), number)));
    expect(all.map(({ texts }) => /FILENAME \\p=([^\]]*)/.exec(texts.join(''))?.[1])).toEqual([
      '/proc/self/cwd/report-1.docx',
      '/proc/self/cwd/report-2.docx',
      '/proc/self/cwd/report-3.docx',
    ]);
  });
});
