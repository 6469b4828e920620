import officeCrypto from 'officecrypto-tool';
import { describe, expect, it } from 'vitest';
import { InputFault } from '#lib/base/input-fault.ts';
import { detectOfficeFile, type OfficeFile } from '#lib/engines/office/detect.ts';
import { fromBuffer } from '#lib/base/random-access.ts';
import { makeCompoundFile } from '../../../support/compound-file.ts';
import { makeDocx, makePptx, makeXlsx } from '../../../support/office.ts';
import { partText, withParts, zipParts } from '../../../support/office-package.ts';
import { rawZip } from '../../../support/raw-zip.ts';

const detect = (bytes: Buffer): Promise<OfficeFile> => detectOfficeFile(fromBuffer(bytes));
const contentTypes = '[Content_Types].xml';

/** `document` with one text of a part replaced; the text must exist. */
function changed(document: Buffer, part: string, from: string, to: string): Buffer {
  const text = partText(document, part);
  expect(text).toContain(from);
  return withParts(document, { [part]: text.replaceAll(from, to) });
}

const wordMain = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

describe('office documents', () => {
  it.each([
    ['docx', makeDocx()],
    ['xlsx', makeXlsx()],
    ['pptx', makePptx()],
  ])('recognises a %s', async (kind, document) => {
    expect(await detect(document)).toEqual({ kind, macro: false });
  });

  it.each([
    ['vnd.openxmlformats-officedocument.wordprocessingml.template', 'docx', false],
    ['vnd.ms-word.document.macroEnabled', 'docx', true],
    ['vnd.ms-word.template.macroEnabledTemplate', 'docx', true],
    ['vnd.openxmlformats-officedocument.spreadsheetml.template', 'xlsx', false],
    ['vnd.ms-excel.sheet.macroEnabled', 'xlsx', true],
    ['vnd.ms-excel.template.macroEnabled', 'xlsx', true],
    ['vnd.openxmlformats-officedocument.presentationml.slideshow', 'pptx', false],
    ['vnd.openxmlformats-officedocument.presentationml.template', 'pptx', false],
    ['vnd.ms-powerpoint.presentation.macroEnabled', 'pptx', true],
    ['vnd.ms-powerpoint.slideshow.macroEnabled', 'pptx', true],
    ['vnd.ms-powerpoint.template.macroEnabled', 'pptx', true],
  ])('uses the content type of the main part: %s is %s', async (type, kind, macro) => {
    const document = changed(makeDocx(), contentTypes, wordMain, `application/${type}.main+xml`);
    expect(await detect(document)).toEqual({ kind, macro });
  });

  it('follows the relationship, not the name of the main part', async () => {
    const body = partText(makeDocx(), 'word/document.xml');
    let document = changed(makeDocx(), '_rels/.rels', 'word/document.xml', '/x/../teil%201.xml');
    document = changed(document, contentTypes, '/word/document.xml', '/Teil 1.xml');
    expect(await detect(withParts(document, { 'word/document.xml': null, 'Teil 1.xml': body }))).toEqual({
      kind: 'docx',
      macro: false,
    });
  });

  it('reads strict documents, prefixes, single quotes, comments and UTF-16', async () => {
    const relationships =
      "<!-- <Relationship Type='none'/> --><r:Relationships xmlns:r='http://schemas.openxmlformats.org/package/2006/relationships'>" +
      "<r:Relationship Id='a' Type='http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument' Target='word/document.xml'/></r:Relationships>";
    const document = withParts(makeDocx(), {
      '_rels/.rels': Buffer.from(`\ufeff${relationships}`, 'utf16le'),
    });
    expect(await detect(document)).toEqual({ kind: 'docx', macro: false });
  });

  it('recognises both kinds of encryption', async () => {
    const agile = officeCrypto.encrypt(makeDocx(), { password: 'secret' });
    const standard = officeCrypto.encrypt(makeXlsx(), { password: 'secret', type: 'standard' });
    expect(await detect(agile)).toEqual({ kind: 'encrypted' });
    expect(await detect(standard)).toEqual({ kind: 'encrypted' });
  });

  it('reads a ZIP64 directory and one before a comment', async () => {
    const document = makeDocx();
    const entries = [contentTypes, '_rels/.rels', 'word/document.xml'].map((name) => ({
      name,
      data: partText(document, name),
    }));
    const expected = { kind: 'docx', macro: false };
    expect(await detect(rawZip(entries, { zip64: true }))).toEqual(expected);
    expect(await detect(rawZip(entries, { comment: 'PK\x05\x06'.repeat(2000) }))).toEqual(expected);
  });

  it('reads only a small part of a large document', async () => {
    const document = makeDocx({ parts: { 'word/media/image1.bin': Buffer.alloc(5_000_000, 'no pattern') } });
    const large = Buffer.concat([document]);
    const memory = fromBuffer(large);
    const reads: number[] = [];
    await detectOfficeFile({
      size: memory.size,
      read(offset, length) {
        reads.push(length);
        return memory.read(offset, length);
      },
    });
    expect(reads.length).toBeLessThanOrEqual(3);
    expect(Math.max(...reads)).toBeLessThanOrEqual(65_536);
  });
});

describe('other files', () => {
  it.each([
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a Rich Text (RTF) document', Buffer.from('{\\rtf1 hello}')],
    ['an HTML page', Buffer.from('\n<!DOCTYPE html><html></html>')],
    ['an HTML page', Buffer.from('<!-- a --><!---->\n<!--> <!-- b --> <BODY>')],
    ['plain text', Buffer.from('<!-- <html> --> text <html>')],
    ['plain text', Buffer.from(`${'<!---->'.repeat(500)}<p>`)],
    ['plain text', Buffer.from('<!--'.repeat(1000))],
    [
      'an Office XML file of 2003',
      Buffer.from('<?xml version="1.0"?><?mso-application progid="Word.Document"?>'),
    ],
    ['an XML file', Buffer.from('<?xml version="1.0"?><a/>')],
    ['plain text', Buffer.from('name;price\nänd;3\n')],
    ['a file of an unknown kind', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
    ['a PNG image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['an empty ZIP archive', rawZip([])],
    ['a ZIP archive without an office document', zipParts({ 'readme.txt': 'hello' })],
    ['an OpenDocument text (ODT)', zipParts({ mimetype: 'application/vnd.oasis.opendocument.text', a: '' })],
    ['an EPUB book', zipParts({ mimetype: 'application/epub+zip' })],
    ['a Java archive', zipParts({ 'META-INF/MANIFEST.MF': '' })],
    ['a legacy Word (DOC) document; save it as DOCX', makeCompoundFile({ WordDocument: Buffer.alloc(100) })],
    [
      'a legacy Excel (XLS) workbook; save it as XLSX',
      makeCompoundFile({ A: Buffer.alloc(9), Workbook: Buffer.alloc(0) }),
    ],
    ['a legacy PowerPoint (PPT) presentation', makeCompoundFile({ 'PowerPoint Document': Buffer.alloc(1) })],
    ['protected by rights management', makeCompoundFile({ EncryptedPackage: Buffer.alloc(1) })],
    ['an OLE2 compound file of an unknown kind', makeCompoundFile({ Other: Buffer.alloc(1) })],
    [
      'a package of another kind',
      changed(makeDocx(), '_rels/.rels', '/officeDocument"', '/metadata/thumbnail"'),
    ],
    [
      'a package of another kind',
      changed(makeDocx(), '_rels/.rels', 'Target=', 'TargetMode="External" Target='),
    ],
    [
      'a binary Excel (XLSB) workbook',
      changed(makeDocx(), contentTypes, wordMain, 'application/vnd.ms-excel.sheet.binary.macroEnabled.main'),
    ],
  ])('are rejected by their apparent type: %s', async (seems, bytes) => {
    await expect(detect(bytes)).rejects.toMatchObject({
      code: 'invalid-file-type',
      predicate: expect.stringContaining(
        `is not a DOCX, XLSX or PPTX document: by its content it is ${seems}`,
      ) as string,
    });
  });

  it('an empty file is reported as empty', async () => {
    await expect(detect(Buffer.alloc(0))).rejects.toMatchObject({ code: 'empty-file' });
  });

  it('a ZIP with its own password is rejected', async () => {
    const zip = rawZip([{ name: contentTypes, data: 'x', flags: 1 }]);
    await expect(detect(zip)).rejects.toThrow(/ZIP archive with a password;/);
  });
});

describe('damaged documents', () => {
  const document = makeDocx();
  const encrypted = officeCrypto.encrypt(document, { password: 'secret' });

  it.each([
    ['cut off', document.subarray(0, document.length - 30)],
    ['a beginning only', document.subarray(0, 10)],
    ['without relationships', withParts(document, { '_rels/.rels': null })],
    ['without its main part', withParts(document, { 'word/document.xml': null })],
    ['with relationships that are not XML', withParts(document, { '_rels/.rels': '<Relationships' })],
    [
      'with a DTD',
      withParts(document, { [contentTypes]: `<!DOCTYPE a>${partText(document, contentTypes)}` }),
    ],
    [
      'with two main parts',
      changed(
        document,
        '_rels/.rels',
        '</Relationships>',
        `${/<Relationship .*?>/.exec(partText(document, '_rels/.rels'))?.[0]}</Relationships>`,
      ),
    ],
    ['an encrypted one cut off', encrypted.subarray(0, 1000)],
    ['an encrypted one cut in its header', encrypted.subarray(0, 100)],
  ])('are unreadable, not rejected: %s', async (_, bytes) => {
    expect(await detect(Buffer.from(bytes))).toEqual({ kind: 'unreadable' });
  });

  it('a directory with a wrong number of entries is unreadable', async () => {
    const bytes = Buffer.from(document);
    bytes.writeUInt16LE(bytes.readUInt16LE(bytes.length - 12) + 1, bytes.length - 12);
    expect(await detect(bytes)).toEqual({ kind: 'unreadable' });
  });

  it('a compound file whose directory is past its end is unreadable', async () => {
    const bytes = makeCompoundFile({ WordDocument: Buffer.alloc(1) });
    bytes.writeUInt32LE(100, 0x30);
    bytes.writeUInt32LE(0xfffffffe, 512 + 4 * 100);
    expect(await detect(bytes)).toEqual({ kind: 'unreadable' });
  });

  it('a compound file whose entries form a cycle ends', async () => {
    const bytes = makeCompoundFile({ First: Buffer.alloc(1), WordDocument: Buffer.alloc(1) });
    bytes.writeUInt32LE(1, bytes.indexOf(Buffer.from('WordDocument', 'utf16le')) + 72);
    await expect(detect(bytes)).rejects.toThrow('a legacy Word (DOC) document');
  });

  it('passes on read errors', async () => {
    const failure = new Error('disk is gone');
    const file = { size: document.length, read: () => Promise.reject(failure) };
    await expect(detectOfficeFile(file)).rejects.toBe(failure);
    expect(failure).not.toBeInstanceOf(InputFault);
  });
});
