import { describe, expect, it } from 'vitest';
import { annotationsOf } from '#lib/engines/pdf/assembly/pages/annotations.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { rawPdf, rawStream } from '../../../../../support/raw-pdf.ts';

/** The annotations of a page that lists object 4. */
function annotated(annotation: string | Buffer, others: Record<number, string> = {}) {
  const pdf = rawPdf({
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
    3: '<</Type/Page/MediaBox[0 0 9 9]/Annots[4 0 R]>>',
    4: annotation,
    ...others,
  });
  return openPdf(pdf).pages.flatMap((leaf) => annotationsOf(leaf));
}

describe('annotationsOf', () => {
  it.each([
    ['a mark', '<</Subtype/Highlight>>', false],
    ['a link to the web', '<</Subtype/Link/A<</S/URI/URI(https://example.com)>>>>', false],
    ['the same by reference', '<</Subtype/Link/A 5 0 R>>', false],
    ['a link to a page', '<</Subtype/Link/Dest[3 0 R/Fit]>>', true],
    ['an action that leads to one', '<</Subtype/Link/A<</S/GoTo/D[3 0 R/Fit]>>>>', true],
    ['one that others follow', '<</Subtype/Link/A<</S/URI/URI(a)/Next 5 0 R>>>>', true],
    ['one whose type has an escape', '<</Subtype/Link/A<</S/G#6fTo/D[3 0 R/Fit]>>>>', true],
    ['a key with an escape', '<</Subtype/Link/#44est[3 0 R/Fit]>>', true],
    ['a reply to another', '<</Subtype/Text/IRT 4 0 R>>', true],
    ['what is not well-formed', '<</Subtype/Link 1 2>>', true],
  ])('reports whether an annotation may lead somewhere: %s', (_, annotation, leads) => {
    const found = annotated(annotation, { 5: '<</S/URI/URI(https://example.com)>>' });
    expect(found.map((one) => one.leads)).toEqual([leads]);
  });

  it('reports which entries an annotation may have', () => {
    const [widget] = annotated('<</Subtype/Widget/Parent 5 0 R/AP<<>>/MK null>>', { 5: '<<>>' });
    const keys = ['AP', 'MK', 'Parent', 'StructParent'] as const;
    expect(keys.filter((key) => widget?.mayHave(key))).toEqual(['AP', 'Parent']);
    const [unclear] = annotated('<</Subtype/Widget/#50arent 5 0 R>>', { 5: '<<>>' });
    expect(unclear?.mayHave('Parent')).toBe(true);
  });

  it.each([
    ['an array', '[1 2]'],
    ['a stream', rawStream('/Subtype/Link', 'x')],
    ['null', 'null'],
  ])('leaves out other objects: %s', (_, object) => {
    expect(annotated(object)).toEqual([]);
  });
});
