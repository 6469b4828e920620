import officeCrypto from 'officecrypto-tool';
import { describe, expect, it } from 'vitest';
import { InputFault } from '#lib/base/input-fault.ts';
import { detectOfficeFile, type OfficeFile } from '#lib/engines/office/detect.ts';
import { fromBuffer } from '#lib/base/random-access.ts';
import { makeCompoundFile } from '../../../support/compound-file.ts';
import { makeDocx, makePptx, makeXlsx } from '../../../support/office.ts';
import { partText, withParts, zipParts } from '../../../support/office-package.ts';
import { rawZip } from '../../../support/raw-zip.ts';

const detect = (bytes: Buffer, fileName?: string): Promise<OfficeFile> =>
  detectOfficeFile(fromBuffer(bytes), fileName);

/** The name of the format of a document; what else it is otherwise. */
async function formatOf(bytes: Buffer, fileName?: string): Promise<string> {
  const found = await detect(bytes, fileName);
  return found.kind === 'document' ? found.format.name : found.kind;
}
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
    expect(await formatOf(document)).toBe(kind);
  });

  it.each([
    ['vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml', 'dotx'],
    ['vnd.ms-word.document.macroEnabled.main+xml', 'docm'],
    ['vnd.ms-word.template.macroEnabledTemplate.main+xml', 'dotm'],
    ['vnd.openxmlformats-officedocument.spreadsheetml.template.main+xml', 'xltx'],
    ['vnd.ms-excel.sheet.macroEnabled.main+xml', 'xlsm'],
    ['vnd.ms-excel.template.macroEnabled.main+xml', 'xltm'],
    ['vnd.ms-excel.sheet.binary.macroEnabled.main', 'xlsb'],
    ['vnd.openxmlformats-officedocument.presentationml.slideshow.main+xml', 'ppsx'],
    ['vnd.openxmlformats-officedocument.presentationml.template.main+xml', 'potx'],
    ['vnd.ms-powerpoint.presentation.macroEnabled.main+xml', 'pptm'],
    ['vnd.ms-powerpoint.slideshow.macroEnabled.main+xml', 'ppsm'],
    ['vnd.ms-powerpoint.template.macroEnabled.main+xml', 'potm'],
  ])('uses the content type of the main part: %s is %s', async (type, format) => {
    const document = changed(makeDocx(), contentTypes, wordMain, `application/${type}`);
    expect(await formatOf(document)).toBe(format);
  });

  it('follows the relationship, not the name of the main part', async () => {
    const body = partText(makeDocx(), 'word/document.xml');
    let document = changed(makeDocx(), '_rels/.rels', 'word/document.xml', '/x/../teil%201.xml');
    document = changed(document, contentTypes, '/word/document.xml', '/Teil 1.xml');
    document = withParts(document, { 'word/document.xml': null, 'Teil 1.xml': body });
    expect(await formatOf(document)).toBe('docx');
  });

  it('reads strict documents, prefixes, single quotes, comments and UTF-16', async () => {
    const relationships =
      "<!-- <Relationship Type='none'/> --><r:Relationships xmlns:r='http://schemas.openxmlformats.org/package/2006/relationships'>" +
      "<r:Relationship Id='a' Type='http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument' Target='word/document.xml'/></r:Relationships>";
    const document = withParts(makeDocx(), {
      '_rels/.rels': Buffer.from(`\ufeff${relationships}`, 'utf16le'),
    });
    expect(await formatOf(document)).toBe('docx');
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
    expect(await formatOf(rawZip(entries, { zip64: true }))).toBe('docx');
    expect(await formatOf(rawZip(entries, { comment: 'PK\x05\x06'.repeat(2000) }))).toBe('docx');
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

const openDocument = 'application/vnd.oasis.opendocument';

describe('OpenDocument', () => {
  const manifest = (type: string): string =>
    `<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><m:file-entry m:full-path="content.xml" m:media-type="text/xml"/><m:file-entry m:media-type="${openDocument}.${type}" m:full-path="/"/></m:manifest>`;

  it.each([
    ['text', 'odt'],
    ['text-template', 'ott'],
    ['spreadsheet', 'ods'],
    ['spreadsheet-template', 'ots'],
    ['presentation', 'odp'],
    ['presentation-template', 'otp'],
    ['graphics', 'odg'],
    ['graphics-template', 'otg'],
  ])('recognizes a package by its media type or its manifest: %s is %s', async (type, format) => {
    expect(await formatOf(zipParts({ mimetype: `${openDocument}.${type}`, a: '' }))).toBe(format);
    expect(await formatOf(zipParts({ 'META-INF/manifest.xml': manifest(type) }))).toBe(format);
  });

  it.each([
    ['text', 'fodt'],
    ['spreadsheet-template', 'fods'],
    ['presentation', 'fodp'],
    ['graphics', 'fodg'],
  ])('recognizes a single XML file by its root: %s is %s', async (type, format) => {
    const xml = `<?xml version="1.0"?><!-- <a> --><o:document xmlns:o="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:x="${'x'.repeat(9000)}" o:mimetype="${openDocument}.${type}">`;
    expect(await formatOf(Buffer.from(xml))).toBe(format);
    expect(await formatOf(Buffer.from(`\ufeff${xml}`))).toBe(format);
    expect(await formatOf(Buffer.from(`\ufeff${xml}`, 'utf16le'))).toBe(format);
  });

  it('does not read a package of two formats, of which LibreOffice could show the other', async () => {
    expect(await formatOf(withParts(makeDocx(), { mimetype: `${openDocument}.text` }))).toBe('unreadable');
    const both = withParts(makeDocx(), { 'META-INF/manifest.xml': manifest('text') });
    expect(await formatOf(both)).toBe('unreadable');
  });
});

describe('legacy documents and text', () => {
  it.each([
    ['WordDocument', 'doc'],
    ['Workbook', 'xls'],
    ['Book', 'xls'],
    ['PowerPoint Document', 'ppt'],
  ])('recognizes a compound file by its streams: %s is %s', async (stream, format) => {
    const document = makeCompoundFile({ A: Buffer.alloc(9), [stream]: Buffer.alloc(1) });
    expect(await formatOf(document, 'a.docx')).toBe(format);
  });

  it.each([
    ['rtf', '{\\rtf1 hello}', 'a.txt'],
    ['txt', 'name;price\nänd;3\n', 'a.txt'],
    ['csv', 'plain words', 'a.CSV'],
    ['tsv', 'a\tb\n', 'a.tsv'],
    ['tsv', 'a\tb\n', 'a.tab'],
    ['csv', 'name;price\nänd;3\n"a\nb;c";4\n', 'export'],
    ['csv', 'a,b\nc,d\ne,f\n', 'a.odt'],
    ['txt', 'Dear reader,\nhere is, as promised, the text.\nYours', 'letter'],
    ['txt', 'a,b\nc,d\n', 'two-lines'],
    ['txt', '<!-- <html> --> text <html>', ''],
    ['txt', `${'<!---->'.repeat(500)}<p>`, ''],
    ['txt', '<!--'.repeat(1000), ''],
  ])('recognizes %s: %j in %s', async (format, text, fileName) => {
    expect(await formatOf(Buffer.from(text), fileName)).toBe(format);
  });

  it('recognizes text in other encodings', async () => {
    const text = 'Grüße, and more';
    expect(await formatOf(Buffer.from(text, 'latin1'))).toBe('txt');
    expect(await formatOf(Buffer.from(text, 'utf16le'))).toBe('txt');
    expect(await formatOf(Buffer.from(text, 'utf16le').swap16())).toBe('txt');
    expect(await formatOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toBe('txt');
    // Windows-1251: half of the bytes are letters, none is ASCII.
    expect(await formatOf(Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]))).toBe('txt');
  });
});

describe('other files', () => {
  it.each([
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['an HTML page', Buffer.from('\n<!DOCTYPE html><html></html>')],
    ['an HTML page', Buffer.from('<!-- a --><!---->\n<!--> <!-- b --> <BODY>')],
    [
      'an Office XML file of 2003',
      Buffer.from('<?xml version="1.0"?><?mso-application progid="Word.Document"?>'),
    ],
    ['an XML file', Buffer.from('<?xml version="1.0"?><a/>')],
    [
      'a flat OpenDocument file',
      Buffer.from(
        `<?xml version="1.0"?><document xmlns="urn:oasis:names:tc:opendocument" mimetype="${openDocument}.chart"/>`,
      ),
    ],
    ['an XML file', Buffer.from('<?xml version="1.0"?><document a=b/>')],
    ['a file of an unknown kind', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7])],
    ['a PNG image', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['an Excel (XLS) workbook without its compound file', Buffer.from([9, 8, 16, 0])],
    ['an empty ZIP archive', rawZip([])],
    ['a ZIP archive without an office document in it', zipParts({ 'readme.txt': 'hello' })],
    ['an OpenDocument file of another kind', zipParts({ mimetype: `${openDocument}.database` })],
    ['an EPUB book', zipParts({ mimetype: 'application/epub+zip' })],
    ['a Java archive', zipParts({ 'META-INF/MANIFEST.MF': '' })],
    [
      'protected by rights management, not by a password; remove the protection',
      makeCompoundFile({ EncryptedPackage: Buffer.alloc(1) }),
    ],
    ['an OLE2 compound file of an unknown kind', makeCompoundFile({ Other: Buffer.alloc(1) })],
    [
      'a package of another kind (XPS, Visio, …)',
      changed(makeDocx(), '_rels/.rels', '/officeDocument"', '/metadata/thumbnail"'),
    ],
    [
      'a package of another kind (XPS, Visio, …)',
      changed(makeDocx(), '_rels/.rels', 'Target=', 'TargetMode="External" Target='),
    ],
    [
      'an Excel add-in',
      changed(makeDocx(), contentTypes, wordMain, 'application/vnd.ms-excel.addin.macroEnabled.main+xml'),
    ],
    [
      'a ZIP archive with a password; remove it, and encrypt the document in its application instead',
      rawZip([{ name: contentTypes, data: 'x', flags: 1 }]),
    ],
  ])('are named by their apparent type: %s', async (description, bytes) => {
    expect(await detect(bytes)).toEqual({ kind: 'foreign', description });
  });

  it('an empty file is reported as empty', async () => {
    await expect(detect(Buffer.alloc(0))).rejects.toMatchObject({ code: 'empty-file' });
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
    expect(await formatOf(bytes)).toBe('doc');
  });

  it('passes on read errors', async () => {
    const failure = new Error('disk is gone');
    const file = { size: document.length, read: () => Promise.reject(failure) };
    await expect(detectOfficeFile(file)).rejects.toBe(failure);
    expect(failure).not.toBeInstanceOf(InputFault);
  });
});
