import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PDFHexString, PDFName, PDFRawStream, PDFString } from '#lib/engines/pdf/objects.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import type { PdfSource } from '#lib/engines/pdf/reader/pdf-source.ts';
import { copyPages } from '../../../../support/copy-pages.ts';
import { pageTexts } from '../../../../support/pdf.ts';
import { latin1, rawPdf, textPages } from '../../../../support/raw-pdf.ts';

const folder = join(import.meta.dirname, '../../../../fixtures/encrypted');
const fixture = (name: string): Buffer => readFileSync(join(folder, `${name}.pdf`));
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => name.replace('.pdf', ''));

const userPassword = (name: string): string =>
  name.endsWith('-open') ? '' : name.endsWith('-umlaut') ? 'p\u00e4ss' : 'user';

function textAt(source: PdfSource, key: string): string | undefined {
  const text = source.info?.lookup(PDFName.of(key));
  return text instanceof PDFString || text instanceof PDFHexString ? text.decodeText() : undefined;
}

describe.each(names)('the encryption of %s.pdf', (name) => {
  it.each([
    ['user', userPassword(name)],
    ['owner', 'owner'],
  ])('is opened with the %s password, and everything is decrypted', async (_who, password) => {
    const source = openPdf(fixture(name), { password });
    expect(source.encrypted).toBe(true);
    expect(textAt(source, 'Title')).toBe('A (secret) title');
    expect(textAt(source, 'Subject')).toBe('\u00fc');
    const metadata = source.catalog.lookup(PDFName.of('Metadata'));
    if (!(metadata instanceof PDFRawStream)) throw new Error('There is no metadata');
    expect(Buffer.from(source.decode(metadata) ?? []).toString()).toContain('plain</x:xmpmeta>');
    const copy = copyPages([source]);
    expect(await pageTexts(copy)).toEqual(['first page', 'second page']);
    expect(openPdf(copy).encrypted).toBe(false);
    expect([...source.findings]).toEqual([]);
  });

  it('is opened if its cross-reference is lost', async () => {
    const lost = latin1(fixture(name).toString('latin1').replaceAll('startxref', 'startwhat'));
    const source = openPdf(lost, { password: userPassword(name) });
    expect([...source.findings.keys()]).toEqual(['cross-reference-rebuilt']);
    expect(await pageTexts(copyPages([source]))).toEqual(['first page', 'second page']);
  });

  it('rejects any other password', () => {
    if (userPassword(name) === '') {
      expect(openPdf(fixture(name), { password: 'wrong' }).pages).toHaveLength(2);
      return;
    }
    expect(() => openPdf(fixture(name), { password: 'wrong' })).toThrow(
      expect.objectContaining({ code: 'wrong-password' }),
    );
    for (const password of [undefined, '']) {
      expect(() => openPdf(fixture(name), { password })).toThrow(
        expect.objectContaining({ code: 'password-required' }),
      );
    }
  });
});

describe('openEncryption', () => {
  const encrypted = (dict: string): Buffer =>
    rawPdf({ ...textPages('one'), 20: dict }, { trailer: '/Encrypt 20 0 R/ID[<00><00>]' });

  it.each([
    ['certificates', '<</Filter/Adobe.PubSec/V 4/SubFilter/adbe.pkcs7.s5>>', 'Adobe.PubSec'],
    ['a version that is not published', '<</Filter/Standard/V 3/R 3/O(x)/U(x)/P 0>>', 'version 3'],
    ['a later revision', '<</Filter/Standard/V 5/R 7/O(x)/U(x)/P 0>>', 'revision 7'],
    [
      'an unknown crypt filter',
      '<</Filter/Standard/V 4/R 4/O(x)/U(x)/P 0/StmF/X/CF<</X<</CFM/New>>>>>>',
      'filter',
    ],
    ['no dictionary', '(none)', 'dictionary'],
  ])('rejects %s as unsupported', (_what, dict, reason) => {
    expect(() => openPdf(encrypted(dict), { password: 'x' })).toThrow(
      expect.objectContaining({
        code: 'damaged-document',
        predicate: expect.stringContaining('not supported') as string,
      }),
    );
    expect(() => openPdf(encrypted(dict), { password: 'x' })).toThrow(reason);
  });

  it('ignores an encryption dictionary that is null', () => {
    expect(openPdf(encrypted('null')).encrypted).toBe(false);
    expect(openPdf(rawPdf(textPages('one'), { trailer: '/Encrypt 99 0 R' })).encrypted).toBe(false);
  });

  it('does not read past short hashes', () => {
    expect(() => openPdf(encrypted('<</Filter/Standard/V 2/R 3/Length 128/O(short)/U()/P -4>>'))).toThrow(
      expect.objectContaining({ code: 'password-required' }),
    );
    expect(() => openPdf(encrypted('<</Filter/Standard/V 5/R 6>>'), { password: 'x' })).toThrow(
      expect.objectContaining({ code: 'wrong-password' }),
    );
  });
});
