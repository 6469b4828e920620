import { describe, expect, it } from 'vitest';
import { PageWeights } from '#lib/engines/pdf/assembly/weights/page-weights.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { rawPdf, rawStream, type RawObjects, textPages } from '../../../../../support/raw-pdf.ts';

const imageBytes = 10_000;

const image = (entries = '') =>
  rawStream(`/Type/XObject/Subtype/Image/Filter/DCTDecode${entries}`, Buffer.alloc(imageBytes));

/** Pages that draw an image each, whose resources are `resources`. */
function pagesWith(resources: (index: number) => string, others: RawObjects, count = 3): Buffer {
  const objects: Record<number, string | Buffer> = {
    ...textPages(...Array<string>(count).fill('x')),
    ...others,
  };
  for (let index = 0; index < count; index += 1) {
    const page = 4 + 2 * index;
    objects[page] = String(objects[page]).replace(/\/Resources.*>>>>/, `/Resources ${resources(index)}`);
    objects[page + 1] = rawStream('', `/Im${index} Do`);
  }
  return rawPdf(objects);
}

/** The weights of the pages in images, for a document that begins with page `first`. */
function weigh(pdf: Buffer, first = 0): number[] {
  const source = openPdf(pdf);
  const weights = new PageWeights(source);
  const all = [...source.pages.keys()].slice(first);
  weights.restart();
  for (const index of all) weights.add(index);
  weights.restart();
  return all.map((index) => Math.round(weights.add(index) / imageBytes));
}

describe('the weights of pages', () => {
  it('count what only the page uses', () => {
    const images = { 20: image(), 21: image('/SMask 22 0 R'), 22: image() };
    const resources = ['<</XObject<</Im0 20 0 R>>>>', '<</XObject<</Im1 21 0 R>>>>', '<<>>'];
    expect(weigh(pagesWith((index) => resources[index] ?? '', images))).toEqual([1, 2, 0]);
  });

  it('count what pages share once, on the first page that uses it', () => {
    const pdf = pagesWith((index) => `<</XObject<</Im${index} 20 0 R>>>>`, { 20: image() });
    expect(weigh(pdf)).toEqual([1, 0, 0]);
    expect(weigh(pdf, 1)).toEqual([1, 0]);
  });

  it.each([
    ['resources', '<</XObject<</Im0 20 0 R/Im1 21 0 R/Im2 22 0 R/Unused 23 0 R>>>>', '24 0 R'],
    ['a category of resources', '<</Im0 20 0 R/Im1 21 0 R/Im2 22 0 R/Unused 23 0 R>>', '<</XObject 24 0 R>>'],
  ])('count what content names if pages share %s', (_, shared, resources) => {
    const images = {
      20: image(),
      21: image('/SMask 25 0 R'),
      22: image(),
      23: image(),
      24: shared,
      25: image(),
    };
    expect(weigh(pagesWith(() => resources, images))).toEqual([1, 2, 1]);
  });

  it('count no other page, and end at cycles', () => {
    const annotation = '<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/P 4 0 R/Dest[8 0 R/Fit]/Next 31 0 R>>';
    const pdf = pagesWith(
      (index) => `<</XObject<</Im${index} ${20 + index} 0 R>>>>${index === 0 ? '/Annots[30 0 R]' : ''}`,
      { 20: image(), 21: image(), 22: image(), 30: annotation, 31: '<</Back 30 0 R>>' },
    );
    expect(weigh(pdf)).toEqual([1, 1, 1]);
  });
});
