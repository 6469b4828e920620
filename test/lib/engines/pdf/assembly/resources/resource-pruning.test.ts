import { describe, expect, it } from 'vitest';
import { assemble } from '#lib/engines/pdf/assembly/assemble.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { rawPdf, rawStream } from '../../../../../support/raw-pdf.ts';

const image = (name: string) =>
  rawStream('/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8', `image ${name}`);

const form = (resources: string | undefined, content: string) =>
  rawStream(
    `/Subtype/Form/BBox[0 0 9 9]${resources === undefined ? '' : `/Resources<<${resources}>>`}`,
    content,
  );

/** Two pages that share the resources of object 3; the objects of images are 20 (`/A`), 21 (`/B`), 22 (`/C`), 23 (`/D`). */
function sharing(resources: string, content: string, objects: Readonly<Record<number, string | Buffer>>) {
  return openPdf(
    rawPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: '<</Type/Pages/Count 2/Kids[4 0 R 5 0 R]/MediaBox[0 0 9 9]/Resources 3 0 R>>',
      3: `<</XObject<</A 20 0 R/B 21 0 R/C 22 0 R/D 23 0 R/Fm 10 0 R/Other 11 0 R>>${resources}>>`,
      4: '<</Type/Page/Parent 2 0 R/Contents 6 0 R>>',
      5: '<</Type/Page/Parent 2 0 R/Contents 7 0 R>>',
      6: rawStream('', content),
      7: rawStream('', '/D Do'),
      20: image('A'),
      21: image('B'),
      22: image('C'),
      23: image('D'),
      ...objects,
    }),
  );
}

/** The images that the first page alone has. */
function imagesOf(source: ReturnType<typeof openPdf>): string[] {
  const { chunks } = assemble([{ source, pages: [0] }], { pruneWhole: true });
  return [
    ...new Set(
      Buffer.concat(chunks)
        .toString('latin1')
        .match(/image \w/g),
    ),
  ].sort();
}

describe('a name that own resources lack is kept in the resources of the page', () => {
  it.each([
    ['a form', '', '/Fm Do', { 10: form('/ProcSet[/PDF]', '/A Do') }],
    ['a form without resources', '', '/Fm Do', { 10: form(undefined, '/A Do') }],
    ['a pattern', '/Pattern<</P 10 0 R>>', '/Pattern cs /P scn', { 10: form('', '/A Do') }],
    [
      'a glyph of a Type 3 font',
      '/Font<</T 12 0 R>>',
      '/T 9 Tf (a) Tj',
      { 12: '<</Subtype/Type3/Resources<<>>/CharProcs<</a 10 0 R>>>>', 10: rawStream('', '/A Do') },
    ],
    [
      'a soft mask',
      '/ExtGState<</G<</SMask<</S/Luminosity/G 10 0 R>>>>>>',
      '/G gs',
      { 10: form('', '/A Do') },
    ],
  ])('by %s', (_, resources, content, objects) => {
    expect(imagesOf(sharing(resources, content, objects))).toEqual(['image A']);
  });

  it('by a form in a form whose resources lack it too', () => {
    const source = sharing('', '/Fm Do', {
      10: form('/XObject<</Inner 12 0 R/Own 22 0 R>>', '/Inner Do /Own Do'),
      12: form('/Font<<>>', '/A Do /B Do'),
    });
    expect(imagesOf(source)).toEqual(['image A', 'image B', 'image C']);
  });

  it('and in those of an enclosing form', () => {
    const source = sharing('', '/Fm Do', {
      10: form('/XObject<</Inner 12 0 R/Own 22 0 R/Rest 23 0 R>>', '/Inner Do'),
      12: form('', '/Own Do'),
    });
    expect(imagesOf(source)).toEqual(['image C']);
  });

  it('with everything that it refers to', () => {
    const source = sharing('', '/Fm Do', {
      10: form('', '/Other Do'),
      11: form('', '/B Do'),
    });
    expect(imagesOf(source)).toEqual(['image B']);
  });

  it('and all names if the form cannot be read', () => {
    const source = sharing('', '/Fm Do', {
      10: rawStream('/Subtype/Form/Filter/FlateDecode', 'not deflated'),
    });
    expect(imagesOf(source)).toEqual(['image A', 'image B', 'image C', 'image D']);
  });
});

it("does not keep the page's resource for a name that own resources define", () => {
  const source = sharing('', '/Fm Do', { 10: form('/XObject<</A 21 0 R>>', '/A Do') });
  expect(imagesOf(source)).toEqual(['image B']);
});

it('follows deep chains of forms', () => {
  const depth = 20_000;
  const chain = Object.fromEntries(
    Array.from({ length: depth }, (_, index) => {
      const next = index === depth - 1 ? '/A Do' : '/Next Do';
      return [100 + index, form(`/XObject<</Next ${101 + index} 0 R>>`, next)];
    }),
  );
  expect(
    imagesOf(sharing('', '/Fm Do', { 10: form('/XObject<</Next 100 0 R>>', '/Next Do'), ...chain })),
  ).toEqual(['image A']);
});
