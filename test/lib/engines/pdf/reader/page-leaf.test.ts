import { describe, expect, it } from 'vitest';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import type { PageLeaf } from '#lib/engines/pdf/reader/page-leaf.ts';
import { rawPdf, rawStream } from '../../../../support/raw-pdf.ts';

/** The only page of a document, object 3, below a node with the entries `node`. */
function pageOf(page: string | Buffer, node = '', others: Record<number, string> = {}): PageLeaf {
  const pdf = rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count 1/Kids[3 0 R]${node}>>`,
    3: page,
    ...others,
  });
  const [leaf] = openPdf(pdf).pages;
  if (!leaf) throw new Error('the document has no page');
  return leaf;
}

const link = '<</Type/Annot/Subtype/Link>>';

describe('PageLeaf', () => {
  it("reports the page's own entries", () => {
    const leaf = pageOf('<</Type/Page/AA<<>>/MediaBox[0 0 9 9]>>', '/Rotate 90');
    expect([leaf.has('AA'), leaf.has('MediaBox')]).toEqual([true, true]);
    expect([leaf.has('Rotate'), leaf.has('Annots')]).toEqual([false, false]);
  });

  it.each([
    ['keys with escapes', '<</Type/Page/#41nnots[4 0 R]>>'],
    ['a dictionary that is not well-formed', '<</Type/Page 7 8 /Annots[4 0 R]>>'],
    ['a page that is a stream', rawStream('/Type/Page/Annots[4 0 R]', 'x')],
  ])('reads the entries of %s', (_, page) => {
    const leaf = pageOf(page, '', { 4: link });
    expect(leaf.has('Annots')).toBe(true);
    expect(leaf.annotationNumbers).toBeUndefined();
    expect(leaf.dict.toString()).toContain('/Annots [ 4 0 R ]');
  });

  it('ignores an entry that is null, and inherits then', () => {
    const leaf = pageOf('<</Type/Page/MediaBox null>>', '/MediaBox[0 0 5 5]');
    expect(leaf.has('MediaBox')).toBe(false);
    expect(leaf.inherited.MediaBox?.toString()).toBe('[ 0 0 5 5 ]');
  });

  it.each([
    ['in the page', '[4 0 R 5 0 R]', [4, 5]],
    ['in an object', '6 0 R', [4]],
    ['written out', `[4 0 R ${link}]`, undefined],
  ])('lists annotations %s', (_, value, expected) => {
    const leaf = pageOf(`<</Type/Page/Annots ${value}>>`, '', { 4: link, 5: link, 6: '[4 0 R]' });
    expect(leaf.annotationNumbers).toEqual(expected);
  });

  it.each([
    ['its own, in the page', '/Resources<<>>', '/Resources 5 0 R', -3],
    ['its own, an object', '/Resources 4 0 R', '/Resources 5 0 R', 4],
    ['inherited, in the node', '', '/Resources<<>>', -2],
    ['inherited, an object', '', '/Resources 5 0 R', 5],
    ['none', '', '', 0],
  ])('distinguishes resources: %s', (_, own, above, key) => {
    const others = { 4: '<<>>', 5: '<<>>' };
    expect(pageOf(`<</Type/Page${own}/MediaBox[0 0 9 9]>>`, above, others).resourcesKey).toBe(key);
  });
});
