import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { assemble } from '#lib/engines/pdf/assembly/assemble.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { everythingPdf } from '../../../../../support/everything-pdf.ts';
import { stamped, stampOf } from '../../../../../support/overlays.ts';
import { pageTexts } from '../../../../../support/pdf.ts';
import { rawPdf, rawStream, textPages } from '../../../../../support/raw-pdf.ts';
import { readPdf } from '../../../../../support/read-pdf.ts';
import { isRed, renderPage } from '../../../../../support/rendered-page.ts';

const empty = rawPdf(textPages(''));
const one = textPages('one');

/** A page with these entries, a red area of 100 x 50 whose lower left corner is at 50,100, and more content. */
const drawnPage = (entries: string, more = ''): Buffer =>
  rawPdf({
    ...one,
    4: `<</Type/Page/Parent 2 0 R/Contents 5 0 R${entries}>>`,
    5: rawStream('', `1 0 0 rg 50 100 100 50 re f ${more}`),
  });

const contentOf = (pdf: Buffer, index = 0) =>
  ({ kind: 'page', source: openPdf(pdf), index, scale: 1 }) as const;

const stampedWith = (pdf: Buffer, index = 0): Buffer =>
  stamped(empty, [stampOf({ content: contentOf(pdf, index) })]).bytes;

describe('a page as an overlay', () => {
  it.each([
    ['', '/MediaBox[0 0 200 200]', [50, 50, 150, 100]],
    ['cropped', '/MediaBox[0 0 900 900]/CropBox[50 50 250 250]', [0, 100, 100, 150]],
    ['turned right', '/MediaBox[0 0 200 200]/Rotate 90', [100, 50, 150, 150]],
    ['upside down', '/MediaBox[0 0 200 200]/Rotate 180', [50, 100, 150, 150]],
    ['turned left', '/MediaBox[0 0 200 200]/Rotate 270', [50, 50, 100, 150]],
    ['in other units', '/MediaBox[0 0 200 200]/UserUnit 3', [50, 50, 150, 100]],
    ['smaller than its content', '/MediaBox[0 0 100 100]/CropBox[0 50 100 150]', undefined],
  ])('is drawn as it is displayed: %s', async (_, entries, box) => {
    expect((await renderPage(stampedWith(drawnPage(entries)))).boxOf(isRed)).toEqual(box);
  });

  it('does not leave its box', async () => {
    const pdf = drawnPage('/MediaBox[0 0 100 200]', '0 0 1 rg -500 -500 900 900 re f');
    const overlay = stampOf({ content: { ...contentOf(pdf), scale: 0.25 } });
    const page = await renderPage(stamped(empty, [overlay]).bytes);
    expect(page.boxOf(([red]) => red !== 255)).toEqual([75, 50, 125, 150]);
  });

  it('has its resources, and those that it inherits, and no others', async () => {
    const pdf = rawPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 1/Kids[4 0 R]/MediaBox[0 0 200 200]/Resources<</Font<</F1 3 0 R/F2 6 0 R>>>>>>',
      3: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      4: '<</Type/Page/Parent 2 0 R/Contents 5 0 R>>',
      5: rawStream('', 'BT /F1 12 Tf 20 100 Td (drawn) Tj ET'),
      6: '<</Type/Font/Subtype/Type1/BaseFont/Unused>>',
    });
    const bytes = stampedWith(pdf);
    expect(await pageTexts(bytes)).toEqual(['drawn']);
    expect(bytes.includes('Unused')).toBe(false);
  });

  it('joins its content streams, of which one can end in what another begins', async () => {
    const pdf = rawPdf({
      ...one,
      4: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents[5 0 R 6 0 R 7 0 R]>>',
      5: rawStream('', 'q 1 0 0 rg'),
      6: rawStream('/Filter/FlateDecode', deflateSync(Buffer.from('50 100'))),
      7: rawStream('', '100 50 re f'),
    });
    expect((await renderPage(stampedWith(pdf))).boxOf(isRed)).toEqual([50, 50, 150, 100]);
  });

  it('is one form for all pages', () => {
    const pdf = rawPdf(textPages('1', '2', '3'));
    const content = contentOf(drawnPage('/MediaBox[0 0 200 200]'));
    const { bytes } = stamped(pdf, [stampOf({ content }), stampOf({ content: { ...content }, rotation: 5 })]);
    expect(bytes.toString('latin1').match(/\/Subtype\/Form/g)).toHaveLength(1);
  });

  it('brings nothing of its document along but what it shows', async () => {
    const source = await everythingPdf(3);
    const plain = await readPdf(stamped(await everythingPdf(2), []).bytes);
    const { bytes } = stamped(await everythingPdf(2), [stampOf({ content: contentOf(source, 1) })]);
    const { texts, ...rest } = await readPdf(bytes);
    const { texts: before, ...others } = plain;
    expect(rest).toEqual(others);
    expect(texts[0]).toContain(before[0]);
    expect(texts[0]?.length).toBeGreaterThan(before[0]?.length ?? 0);
    expect(openPdf(bytes).findings.size).toBe(0);
  });

  it('can be of the document that it is drawn on', async () => {
    const source = openPdf(rawPdf(textPages('first', 'second')));
    const content = { kind: 'page', source, index: 1, scale: 0.5 } as const;
    const overlay = stampOf({ content, pages: [{ first: 1, last: 1 }] });
    const { chunks } = assemble([{ source, pages: [0, 1] }], { finishing: { overlays: [overlay] } });
    expect(await pageTexts(Buffer.concat(chunks))).toEqual(['firstsecond', 'second']);
  });

  it('keeps no key of a structure that it has no longer', () => {
    const pdf = rawPdf({
      ...one,
      4: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</XObject<</X 7 0 R>>>>/Contents 5 0 R>>',
      5: rawStream('', '/X Do'),
      7: rawStream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]/StructParents 0', ''),
    });
    expect(stampedWith(pdf).includes('StructParents')).toBe(false);
  });

  it('whose content cannot be read is a fault', () => {
    const pdf = rawPdf({ ...one, 5: rawStream('/Filter/Unknown', 'q') });
    expect(() => stampedWith(pdf)).toThrow(expect.objectContaining({ code: 'damaged-document' }));
  });
});
