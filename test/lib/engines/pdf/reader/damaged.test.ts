import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { PDFName, PDFRef, PDFStream } from '#lib/engines/pdf/objects.ts';
import type { Finding } from '#lib/engines/pdf/reader/findings.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { copyPages } from '../../../../support/copy-pages.ts';
import { pageTexts } from '../../../../support/pdf.ts';
import { latin1, rawPdf, rawStream, rawStreamPdf, textPages } from '../../../../support/raw-pdf.ts';

const pages = textPages('one', 'two');
const whole = rawPdf(pages);
const content = 'BT /F1 12 Tf 20 100 Td (one) Tj ET';

const replaced = (pdf: Buffer, from: string | RegExp, to: string): Buffer => {
  const text = pdf.toString('latin1');
  const result = text.replace(from, to);
  if (result === text) throw new Error(`Nothing to replace: ${from.toString()}`);
  return latin1(result);
};

/** The findings of opening and copying a document, and its texts. */
async function rescued(pdf: Buffer): Promise<{ texts: string[]; findings: Finding[] }> {
  const source = openPdf(pdf);
  const copy = copyPages([source]);
  expect([...openPdf(copy).findings.keys()]).toEqual([]);
  return { texts: await pageTexts(copy), findings: [...source.findings.keys()] };
}

describe('a damaged document', () => {
  const cases: [string, Buffer, Finding[]][] = [
    ['without startxref', replaced(whole, 'startxref', 'startwhat'), ['cross-reference-rebuilt']],
    [
      'with a wrong startxref',
      replaced(whole, /startxref\n\d+/, 'startxref\n7'),
      ['cross-reference-rebuilt'],
    ],
    [
      'cut off in its cross-reference',
      whole.subarray(0, whole.indexOf('xref') + 30),
      ['cross-reference-rebuilt'],
    ],
    [
      'whose offsets are wrong',
      replaced(whole, '%PDF-1.7\n', '%PDF-1.7\n%shift\n'),
      ['cross-reference-rebuilt'],
    ],
    ['with a broken entry', replaced(whole, ' 00000 n', ' 0000 x '), ['cross-reference-rebuilt']],
    ['without a trailer', replaced(whole, 'trailer', 'tariler'), ['cross-reference-rebuilt']],
    [
      'whose trailer names no catalog',
      replaced(whole, '/Root 1 0 R', '/Toor 1 0 R'),
      ['cross-reference-rebuilt'],
    ],
    [
      'whose trailer names another object',
      replaced(whole, '/Root 1 0 R', '/Root 3 0 R'),
      ['cross-reference-rebuilt'],
    ],
    [
      'without a header',
      replaced(whole, '%PDF-1.7', '%PFD-1.7'),
      ['cross-reference-rebuilt', 'header-missing'],
    ],
    ['after junk', Buffer.concat([latin1('HTTP/1.1 200 OK\r\n\r\n'), whole]), ['header-offset']],
    ['after junk that its offsets count', rawPdf(pages, { header: 'junk\n%PDF-1.4\n' }), []],
    ['before junk', Buffer.concat([whole, Buffer.alloc(5000, 'junk ')]), []],
    ['without endobj', latin1(whole.toString('latin1').replaceAll('endobj', '      ')), []],
    ['with a wrong length', rawPdf({ ...pages, 5: rawStream('', content, 7) }), ['stream-length']],
    [
      'with a length past its end',
      rawPdf({ ...pages, 5: rawStream('', content, 999_999) }),
      ['stream-length'],
    ],
    [
      'with a length that is elsewhere',
      rawPdf({ ...pages, 5: rawStream('', content, '20 0 R'), 20: '34' }),
      [],
    ],
    [
      'with a length that is nowhere',
      rawPdf({ ...pages, 5: rawStream('', content, '20 0 R') }),
      ['stream-length'],
    ],
    [
      'with a length that is itself',
      rawPdf({ ...pages, 5: rawStream('', content, '5 0 R') }),
      ['stream-length'],
    ],
    ['without endstream', replaced(whole, 'endstream', 'endstrexm'), ['stream-length']],
    [
      'with garbage in a dictionary',
      rawPdf({ ...pages, 3: `<<garbage (x) /Type/Font/Subtype/Type1/BaseFont/Helvetica 12>>` }),
      [],
    ],
    [
      'with a dictionary that is not closed',
      rawPdf({ ...pages, 3: `<</Type/Font/Subtype/Type1/BaseFont/Helvetica` }),
      [],
    ],
    ['with a page dictionary that is not closed', replaced(whole, /5 0 R>>/, '5 0 R  '), []],
  ];

  it.each(cases)('%s is read', async (_name, pdf, findings) => {
    const rescue = await rescued(pdf);
    expect(rescue.texts).toEqual(['one', 'two']);
    expect(rescue.findings.filter((finding) => finding !== 'page-missing')).toEqual(findings);
  });

  it('is read from its object streams if its cross-reference stream is lost', async () => {
    const pdf = replaced(rawStreamPdf(pages, { packed: [1, 2, 3, 4, 6] }), 'startxref', 'startwhat');
    expect(await rescued(pdf)).toEqual({ texts: ['one', 'two'], findings: ['cross-reference-rebuilt'] });
  });

  it('has the last of several objects with one number, also if the others are in object streams', async () => {
    const first = rawStreamPdf(textPages('one', 'old'), { packed: [1, 2, 3, 4, 6] });
    const second = rawPdf({ 7: rawStream('', 'BT /F1 12 Tf 20 100 Td (two) Tj ET') }, { previous: first });
    expect((await rescued(replaced(second, /startxref/g, 'startwhat'))).texts).toEqual(['one', 'two']);
  });

  it('has no objects from stream data', () => {
    const embedded = rawStream('', Buffer.concat([latin1('9 0 obj (no object) endobj ')]));
    const pdf = replaced(rawPdf({ ...pages, 20: embedded }), 'startxref', 'startwhat');
    expect(openPdf(pdf).context.lookup(PDFRef.of(9))).toBeUndefined();
  });

  it('has all objects of type page if its page tree is lost', async () => {
    const pdf = rawPdf({ ...pages, 2: '(no page tree)' });
    const { texts, findings } = await rescued(pdf);
    expect(texts).toEqual(['one', 'two']);
    expect(findings).toEqual(['cross-reference-rebuilt', 'page-tree-rebuilt']);
  });

  it('lets such pages inherit from their parents', () => {
    const objects = {
      ...pages,
      1: '<</Type/Catalog>>',
      2: '<</MediaBox[0 0 5 5]>>',
      6: '<</Type/Page/Parent 2 0 R>>',
    };
    const [, second] = openPdf(rawPdf(objects)).pages;
    expect(second?.attributes.MediaBox?.toString()).toBe('[ 0 0 5 5 ]');
  });

  it('has pages that are streams as pages', async () => {
    const entries =
      '/Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R';
    const source = openPdf(rawPdf({ ...pages, 4: rawStream(entries, 'no page') }));
    expect(source.pages[0]?.dict.lookup(PDFName.of('Contents'), PDFStream)).toBeInstanceOf(PDFStream);
    const copy = copyPages([source]);
    expect(copy.includes('no page')).toBe(false);
    expect(await pageTexts(copy)).toEqual(['one', 'two']);
  });

  it('keeps the readable part of a corrupt object stream', async () => {
    const encode = (data: Buffer) => {
      const encoded = deflateSync(data);
      return { dict: '/Filter/FlateDecode', data: encoded.subarray(0, encoded.length - 4) };
    };
    expect((await rescued(rawStreamPdf(pages, { packed: [1, 2, 3, 4, 6], encode }))).texts).toEqual([
      'one',
      'two',
    ]);
  });

  it('has the objects that streams needed before they were found', () => {
    const encode = (data: Buffer) => ({
      dict: '/Filter/FlateDecode/DecodeParms 4 0 R',
      data: deflateSync(data),
    });
    const whole = rawStreamPdf(pages, { packed: [1, 2, 3, 4, 6], encode });
    expect(
      openPdf(replaced(whole, 'startxref', 'startwhat')).pages.map(({ dict }) =>
        dict.has(PDFName.of('Contents')),
      ),
    ).toEqual([true, true]);
  });

  it('has null in place of objects that are nested too deep', async () => {
    const pdf = rawPdf({
      ...pages,
      3: `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/X${'['.repeat(9999)}>>`,
    });
    const source = openPdf(pdf);
    const copy = openPdf(copyPages([source]));
    const resources = copy.pages[0]?.attributes.Resources?.toString();
    expect(resources).toContain('/F1');
    expect(source.findings.has('object-unreadable')).toBe(true);
    expect(await pageTexts(copyPages([source]))).toHaveLength(2);
  });

  it.each([
    ['nothing', ''],
    ['text', 'The quick brown fox jumps over the lazy dog. '.repeat(100)],
    ['a header only', '%PDF-1.7\n'],
    ['zeros', '\0'.repeat(10_000)],
  ])('that is %s is rejected with a reason', (_name, text) => {
    expect(() => openPdf(latin1(text))).toThrow(
      expect.objectContaining({
        code: 'damaged-document',
        predicate: 'is damaged: it contains no PDF objects',
      }),
    );
  });

  it('keeps its pages in order through any truncation that leaves them intact', () => {
    const body = whole.indexOf('xref');
    for (let end = body; end < whole.length; end += 7) {
      const source = openPdf(whole.subarray(0, end));
      expect(source.pages.map(({ dict }) => dict.get(PDFName.of('Contents'))?.toString())).toEqual([
        '5 0 R',
        '7 0 R',
      ]);
    }
  });
});
