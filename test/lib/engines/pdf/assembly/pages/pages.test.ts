import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assemble, type AssemblyOptions } from '#lib/engines/pdf/assembly/assemble.ts';
import { PDFArray, PDFDict, PDFName, PDFRawStream, PDFString } from '#lib/engines/pdf/objects.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { assembled } from '../../../../../support/assemble.ts';
import { rawPdf } from '../../../../../support/raw-pdf.ts';
import { annotate, bytesOf, newPdf, objectsOf, pageAt } from '../../../../../support/pdf-features.ts';
import { pageTexts } from '../../../../../support/pdf.ts';

const numbered = (title: string, count: number) =>
  newPdf(...Array.from({ length: count }, (_, index) => `${title} ${index + 1}`));

describe('pages', () => {
  it('are in the requested order, also repeated', async () => {
    const a = await numbered('A', 4);
    const { bytes, pages } = await assembled([{ document: a, pages: [3, 0, 3] }, await numbered('B', 1), a]);
    expect(pages).toBe(8);
    expect(await pageTexts(bytes)).toEqual(['A 4', 'A 1', 'A 4', 'B 1', 'A 1', 'A 2', 'A 3', 'A 4']);
  });

  // The arrays have no end: a reader that skips them must not take `>>` for it if a parser does not.
  it.each([
    ['in the tree', '[4 0 R 5 0 R]', '<</Type/Pages/Kids[ what 5 0 R >> /Type/Page/CropBox[0 0 9 9]>>'],
    ['outside of it', '[]', '<</x#20y 1/A[/B<</C 1>>/D 1 0 R >> /Type /Page >>'],
  ])('count alike in all readers, %s', (_, kids, page) => {
    const source = openPdf(
      rawPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: `<</Type/Pages/Count 2/Kids${kids}>>`,
        4: page,
        5: '<</Type/Page/MediaBox[0 0 9 9]>>',
      }),
    );
    const { chunks, pages } = assemble([{ source, pages: source.pages.map((_, index) => index) }]);
    const result = openPdf(Buffer.concat(chunks));
    expect(result.pages).toHaveLength(pages);
    expect([...result.findings]).toEqual([]);
  });

  it.each([
    ['of the type of pages', '/Type/Page'],
    ['without a type', ''],
  ])('include no other page that their annotations name, %s', async (_, type) => {
    const source = openPdf(
      rawPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Count 2/Kids[3 0 R 4 0 R]>>',
        3: '<</Type/Page/MediaBox[0 0 9 9]/Annots[5 0 R]>>',
        4: `<<${type}/Parent 2 0 R/MediaBox[0 0 9 9]/Note(of another page)>>`,
        5: '<</Type/Annot/Subtype/Square/Rect[0 0 1 1]/Private 4 0 R>>',
      }),
    );
    const objectsWith = async (pages: number[]): Promise<string> => {
      const { document } = await objectsOf(Buffer.concat(assemble([{ source, pages }]).chunks));
      return document.context.enumerateIndirectObjects().join('\n');
    };
    const alone = await objectsWith([0]);
    expect(alone).toContain('/Private');
    expect(alone).not.toContain('of another page');
    expect(await objectsWith([0, 1])).toContain('of another page');
  });

  it('keep inherited attributes', async () => {
    const document = await numbered('A', 2);
    const tree = document.catalog.Pages();
    const fonts = document.context.obj({});
    for (const { node } of document.getPages()) {
      for (const [key, font] of node.Resources()?.lookup(PDFName.of('Font'), PDFDict).entries() ?? [])
        fonts.set(key, font);
      node.delete(PDFName.of('MediaBox'));
      node.delete(PDFName.of('Resources'));
    }
    tree.set(PDFName.of('Resources'), document.context.obj({ Font: fonts }));
    tree.set(PDFName.of('MediaBox'), document.context.obj([0, 0, 300, 600]));
    tree.set(PDFName.of('Rotate'), document.context.obj(90));
    pageAt(document, 1).node.set(PDFName.of('Rotate'), document.context.obj(180));
    const { bytes } = await assembled([document, await numbered('B', 1)]);
    const { document: read } = await objectsOf(bytes);
    expect(read.getPages().map((page) => [page.getWidth(), page.getRotation().angle])).toEqual([
      [300, 90],
      [300, 180],
      [420, 0],
    ]);
    expect(await pageTexts(bytes)).toEqual(['A 1', 'A 2', 'B 1']);
  });

  it('are in a balanced tree', async () => {
    const { bytes } = await assembled([await numbered('A', 300)]);
    const { document } = await objectsOf(bytes);
    expect(document.catalog.Pages().Kids().size()).toBe(5);
    expect(document.catalog.Pages().Count().asNumber()).toBe(300);
    expect(await pageTexts(bytes)).toHaveLength(300);
  });

  it('without annotations are repeated as often as requested', async () => {
    const { bytes } = await assembled([
      { document: await numbered('A', 1), pages: Array<number>(500).fill(0) },
    ]);
    expect(await pageTexts(bytes)).toHaveLength(500);
    expect(bytes.length).toBeLessThan(60_000);
  });

  it('with annotations are repeated a limited number of times', async () => {
    const document = await numbered('A', 1);
    annotate(pageAt(document, 0), { Subtype: 'Text' });
    await expect(assembled([{ document, pages: Array<number>(101).fill(0) }])).rejects.toMatchObject({
      code: 'file-too-large',
    });
  });
});

describe('parts of a document', () => {
  /** Pages that share a resource dictionary with an image, a form and a font for each of them. */
  async function sharing(count: number, asReference: boolean) {
    const document = await numbered('page', count);
    const { context } = document;
    const shared = context.obj({ XObject: {}, Font: {}, Pattern: {}, ExtGState: {} });
    const category = (name: string) => shared.lookup(PDFName.of(name), PDFDict);
    const resources = asReference ? context.register(shared) : shared;
    for (const [index, page] of document.getPages().entries()) {
      const image = {
        Type: 'XObject',
        Subtype: 'Image',
        Width: 1,
        Height: 1,
        ColorSpace: 'DeviceGray',
        BitsPerComponent: 8,
      };
      category('XObject').set(
        PDFName.of(`Im${index}`),
        context.register(context.stream(`image ${index}`, image)),
      );
      const form = { Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 9, 9], Resources: resources };
      category('XObject').set(
        PDFName.of(`Fm${index}`),
        context.register(context.stream(`% form ${index}\n/Im${index} Do`, form)),
      );
      const font = context.obj({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica', Name: `N${index}` });
      category('Font').set(PDFName.of(`F${index}`), context.register(font));
      const content = `q /Fm${index} Do Q BT /F${index} 24 Tf 48 520 Td (page ${index + 1}) Tj ET`;
      page.node.set(PDFName.of('Contents'), context.register(context.stream(content)));
      page.node.set(PDFName.of('Resources'), resources);
    }
    return document;
  }

  const textOf = async (bytes: Uint8Array) =>
    (await objectsOf(bytes)).document.context
      .enumerateIndirectObjects()
      .map(([, object]) =>
        object instanceof PDFRawStream
          ? `${object.dict.toString()} ${Buffer.from(object.contents).toString('latin1')}`
          : object.toString(),
      )
      .join('\n');

  it.each([true, false])(
    'keep the shared resources that they use (by reference: %s)',
    async (asReference) => {
      const document = await sharing(20, asReference);
      const { bytes } = await assembled([{ document, pages: [3, 4] }]);
      const text = await textOf(bytes);
      expect(text.match(/image \d+/g)?.sort()).toEqual(['image 3', 'image 4']);
      expect(text.match(/form \d+/g)?.sort()).toEqual(['form 3', 'form 4']);
      expect([...new Set(text.match(/\/N\d+/g))].sort()).toEqual(['/N3', '/N4']);
      expect(await pageTexts(bytes)).toEqual(['page 4', 'page 5']);
      expect((await objectsOf(bytes)).orphans).toEqual([]);
    },
  );

  it('with all pages keep all resources, unless pruned', async () => {
    const document = await sharing(2, true);
    pageAt(document, 1).node.set(
      PDFName.of('Contents'),
      document.context.register(document.context.stream('q Q')),
    );
    const images = async (options: AssemblyOptions) =>
      (await textOf((await assembled([document], options)).bytes)).match(/image \d+/g);
    expect(await images({})).toHaveLength(2);
    expect(await images({ pruneWhole: true })).toEqual(['image 0']);
  });

  it('keep all resources if their content cannot be read', async () => {
    const document = await sharing(3, true);
    const { context } = document;
    const unreadable = context.stream('not compressed', { Filter: 'FlateDecode' });
    pageAt(document, 0).node.set(PDFName.of('Contents'), context.register(unreadable));
    const { bytes } = await assembled([{ document, pages: [0] }]);
    expect((await textOf(bytes)).match(/image \d+/g)).toHaveLength(3);
  });

  it('keep the resources of patterns, Type 3 fonts, soft masks and appearances', async () => {
    const document = await sharing(3, true);
    const { context } = document;
    const shared = pageAt(document, 0).node.Resources();
    const mark = (name: string) => context.register(context.stream(`marked ${name}`, { Subtype: 'Image' }));
    const images = shared?.lookup(PDFName.of('XObject'), PDFDict);
    for (const name of ['P', 'G', 'S', 'A', 'Unused']) images?.set(PDFName.of(`Via${name}`), mark(name));
    const set = (category: string, key: string, value: PDFDict | PDFRawStream) =>
      shared?.lookup(PDFName.of(category), PDFDict).set(PDFName.of(key), context.register(value));
    set('Pattern', 'Pt', context.stream('/ViaP Do', { PatternType: 1 }));
    set(
      'Font',
      'T3',
      context.obj({ Subtype: 'Type3', CharProcs: { a: context.register(context.stream('/ViaG Do')) } }),
    );
    const group = context.register(context.stream('/ViaS Do', { Subtype: 'Form' }));
    set('ExtGState', 'GS', context.obj({ SMask: { S: 'Luminosity', G: group } }));
    const appearance = context.register(context.stream('/Via#41 Do', { Subtype: 'Form' }));
    annotate(pageAt(document, 0), { Subtype: 'Stamp', AP: { N: { On: appearance } } });
    const content = context.stream('/Pattern cs /Pt scn /T3 9 Tf (a) Tj /GS gs');
    pageAt(document, 0).node.set(PDFName.of('Contents'), context.register(content));
    const { bytes } = await assembled([{ document, pages: [0] }]);
    expect([...new Set((await textOf(bytes)).match(/marked \w+/g))].sort()).toEqual([
      'marked A',
      'marked G',
      'marked P',
      'marked S',
    ]);
  });

  it('contain only their own pages', async () => {
    const document = await numbered('A', 3);
    const { context } = document;
    const [first, , third] = document.getPages();
    const beads = [first, third].map((page) =>
      context.register(context.obj({ Type: 'Bead', P: page?.ref ?? null })),
    );
    first?.node.set(PDFName.of('B'), context.obj(beads));
    first?.node.set(
      PDFName.of('SeparationInfo'),
      context.obj({ Pages: document.getPages().map(({ ref }) => ref) }),
    );
    const replied = annotate(pageAt(document, 2), { Subtype: 'Text', Contents: PDFString.of('elsewhere') });
    annotate(pageAt(document, 0), { Subtype: 'Text', IRT: replied });
    document.catalog.set(PDFName.of('Threads'), context.obj([{ F: beads[0] ?? null }]));
    const { bytes } = await assembled([{ document, pages: [0] }]);
    const text = await textOf(bytes);
    expect(text.match(/\/Type \/Page\b/g)).toHaveLength(1);
    expect(text).not.toContain('/Bead');
    expect(text).not.toContain('elsewhere');
    expect((await objectsOf(bytes)).orphans).toEqual([]);
  });

  it('share one reader', async () => {
    const source = openPdf(await bytesOf(await numbered('A', 30)));
    for (let page = 0; page < 30; page += 1) {
      const { chunks } = assemble([{ source, pages: [page] }]);
      expect(await pageTexts(Buffer.concat(chunks))).toEqual([`A ${page + 1}`]);
    }
  });
});

it.each([
  ['a merge', [0, 1]],
  ['a part', [0]],
])('keeps the entries of a page in %s', async (_, pages) => {
  const document = await newPdf('1', '2');
  const { context } = document;
  const entries = {
    Trans: { S: 'Wipe' },
    Dur: 3,
    Tabs: 'S',
    UserUnit: 2,
    VP: [{ BBox: [0, 0, 9, 9] }],
    PieceInfo: { App: { Private: 1 } },
    AF: [{ Type: 'Filespec', F: PDFString.of('a.csv') }],
    Metadata: context.register(context.stream('<x/>', { Type: 'Metadata' })),
  };
  for (const [key, value] of Object.entries(entries)) {
    pageAt(document, 0).node.set(PDFName.of(key), context.obj(value as never));
  }
  const { document: read } = await objectsOf((await assembled([{ document, pages }])).bytes);
  const { node } = pageAt(read, 0);
  expect(node.keys().map((key) => key.decodeText())).toEqual(expect.arrayContaining(Object.keys(entries)));
  expect(node.lookup(PDFName.of('Metadata'))?.toString()).toContain('<x/>');
});

it('keeps article threads in whole documents', async () => {
  const document = await newPdf('1', '2');
  const { context, catalog } = document;
  const [first, second, thread] = [context.nextRef(), context.nextRef(), context.nextRef()];
  const bead = (page: number, next: typeof first) =>
    context.obj({ T: thread, N: next, V: next, P: pageAt(document, page).ref, R: [0, 0, 9, 9] });
  context.assign(first, bead(0, second));
  context.assign(second, bead(1, first));
  context.assign(thread, context.obj({ F: first, I: { Title: PDFString.of('article') } }));
  pageAt(document, 0).node.set(PDFName.of('B'), context.obj([first]));
  pageAt(document, 1).node.set(PDFName.of('B'), context.obj([second]));
  catalog.set(PDFName.of('Threads'), context.obj([thread]));
  const { document: read, orphans } = await objectsOf((await assembled([document, document])).bytes);
  expect(read.catalog.lookup(PDFName.of('Threads'), PDFArray).size()).toBe(2);
  const beads = read.getPages().map(({ node, ref }) => {
    const own = node.lookup(PDFName.of('B'), PDFArray).lookup(0, PDFDict);
    return own.get(PDFName.of('P')) === ref;
  });
  expect(beads).toEqual([true, true, true, true]);
  expect(orphans).toEqual([]);
});

it('restores a document by merging the parts of any split', async () => {
  const texts = Array.from({ length: 9 }, (_, index) => `page ${index + 1}`);
  const source = openPdf(await bytesOf(await newPdf(...texts)));
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 5 }), async (cuts) => {
      const bounds = [0, ...cuts.sort((a, b) => a - b), 9];
      const parts = bounds.slice(1).map((end, index) => {
        const start = bounds[index] ?? 0;
        const pages = Array.from({ length: end - start }, (_, offset) => start + offset);
        return Buffer.concat(assemble([{ source, pages }]).chunks);
      });
      const sources = parts.map((bytes) => openPdf(bytes));
      const merged = assemble(
        sources.map((part) => ({ source: part, pages: part.pages.map((_, index) => index) })),
      );
      expect(await pageTexts(Buffer.concat(merged.chunks))).toEqual(texts);
    }),
    { numRuns: 30 },
  );
});
