import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { formatNamed } from '#lib/engines/office/formats.ts';
import { type PreparedDocument, prepareDocument } from '#lib/engines/office/prepare-document.ts';
import { makeCompoundFile } from '../../../support/compound-file.ts';
import { partText, withParts } from '../../../support/office-package.ts';
import { makeFlatDocument, makeOpenDocument } from '../../../support/open-document.ts';

const folder = mkdtempSync(join(tmpdir(), 'prepare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function prepare(format: string, bytes: Buffer): Promise<PreparedDocument & { bytes: Buffer }> {
  const own = mkdtempSync(join(folder, 'job-'));
  const inputFile = join(own, 'input');
  writeFileSync(inputFile, bytes);
  const prepared = await prepareDocument({
    inputFile,
    format: formatNamed(format),
    options: {},
    folder: own,
    signal: AbortSignal.timeout(20_000),
  });
  return { ...prepared, bytes: readFileSync(prepared.inputFile) };
}

const svg = (target: string): string =>
  `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${target}"/></svg>`;
const binary = (content: string): string =>
  `<office:binary-data>${Buffer.from(content).toString('base64')}</office:binary-data>`;

describe('OpenDocument packages', () => {
  const document = makeOpenDocument(
    'text',
    { body: '<text:p><draw:image xlink:href="/a.png"/></text:p>' },
    {
      'Object 1/content.xml': '<a xlink:href="file:///a.odt"/>',
      'Pictures/1.svg': svg('file:///a.png'),
      'Basic/Standard/Module1.xml': '<!DOCTYPE m><m>Sub Main</m>',
      'Thumbnails/thumbnail.png': 'picture',
    },
  );

  it('lose links in all parts, macros and previews', async () => {
    const { bytes } = await prepare('odt', document);
    expect(partText(bytes, 'content.xml')).toContain('<draw:image/>');
    expect(partText(bytes, 'Object 1/content.xml')).toBe('<a/>');
    expect(partText(bytes, 'Pictures/1.svg')).not.toContain('href');
    expect(partText(bytes, 'Basic/Standard/Module1.xml')).toBe('');
    expect(partText(bytes, 'Thumbnails/thumbnail.png')).toBe('');
    expect(partText(bytes, 'mimetype')).toBe('application/vnd.oasis.opendocument.text');
  });

  it('are damaged with a document type declaration in a part that is shown', async () => {
    const hostile = withParts(document, { 'styles.xml': '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>' });
    await expect(prepare('odt', hostile)).rejects.toMatchObject({ code: 'damaged-document' });
  });

  it('are rejected with a password', async () => {
    const manifest = partText(document, 'META-INF/manifest.xml').replace(
      '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>',
      '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"><manifest:encryption-data/></manifest:file-entry>',
    );
    const encrypted = withParts(document, { 'META-INF/manifest.xml': manifest, 'content.xml': 'xxxxx' });
    await expect(prepare('odt', encrypted)).rejects.toMatchObject({
      code: 'invalid-file-type',
      predicate:
        'is an OpenDocument text (ODT) with a password, which is not supported; save it without the password',
    });
  });
});

describe('flat OpenDocument', () => {
  const bodyOf = async (body: string): Promise<string> => {
    const { bytes } = await prepare('fodt', makeFlatDocument('text', { body }));
    return /<office:text>(.*)<\/office:text>/s.exec(bytes.toString())?.[1] ?? '';
  };

  it('loses links, also to files beside it', async () => {
    expect(await bodyOf('<i xlink:href="a.png"/><i xlink:href="#a"/>')).toBe('<i/><i xlink:href="#a"/>');
  });

  it('keeps pictures without the links in them', async () => {
    expect(await bodyOf(binary('\x89PNG'))).toBe(binary('\x89PNG'));
    expect(await bodyOf(binary(svg('#a')))).toBe(binary(svg('#a')));
    expect(await bodyOf(`<i xlink:href="a"/>${binary(svg('file:///a'))}b`)).toBe(
      `<i/>${binary(svg('file:///a').replace(' xlink:href="file:///a"', ''))}b`,
    );
  });

  it('loses packages in it, and pictures whose links cannot be determined', async () => {
    const empty = '<office:binary-data></office:binary-data>';
    expect(await bodyOf(binary('PK\x03\x04'))).toBe(empty);
    expect(await bodyOf(binary('<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg'))).toBe(empty);
  });

  it.each(['<!DOCTYPE a>', '<?xml version="1.0" encoding="UTF-7"?>'])(
    'is damaged if it begins with %s',
    async (start) => {
      const bytes = Buffer.from(`${start}<a></a>`);
      await expect(prepare('fodt', bytes)).rejects.toMatchObject({ code: 'damaged-document' });
    },
  );
});

describe('legacy documents', () => {
  it.each([
    ['doc', false, { WordDocument: Buffer.alloc(600) }],
    ['doc', true, { WordDocument: Buffer.alloc(600, 1) }],
    ['xls', false, { Workbook: Buffer.from([9, 8, 2, 0, 0, 6, 10, 0, 0, 0]) }],
    ['xls', true, { Workbook: Buffer.from([9, 8, 2, 0, 0, 6, 47, 0, 0, 0]) }],
    ['ppt', false, { 'Current User': Buffer.alloc(20) }],
    [
      'ppt',
      true,
      { 'Current User': Buffer.concat([Buffer.alloc(12), Buffer.from('dfc4d1f3', 'hex'), Buffer.alloc(8)]) },
    ],
  ])('%s: encrypted is %s', async (format, isEncrypted, streams) => {
    const bytes = makeCompoundFile(streams);
    expect(await prepare(format, bytes)).toMatchObject({ isEncrypted, bytes });
  });

  it('are damaged if their streams share data', async () => {
    const bytes = makeCompoundFile({ WordDocument: Buffer.alloc(600), Data: Buffer.alloc(600) });
    const entry = bytes.indexOf(Buffer.from('Data', 'utf16le'));
    bytes.writeUInt32LE(100_000, entry + 120);
    await expect(prepare('doc', bytes)).rejects.toMatchObject({ code: 'damaged-document' });
  });
});
