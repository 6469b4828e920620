import { describe, expect, it } from 'vitest';
import { PDFArray, PDFDict, PDFName, PDFString } from '#lib/engines/pdf/objects.ts';
import { assembled } from '../../../../../support/assemble.ts';
import {
  addLink,
  annotate,
  goTo,
  nameDestinations,
  newPdf,
  objectsOf,
  pageAt,
  topOf,
} from '../../../../../support/pdf-features.ts';
import { readPdf } from '../../../../../support/read-pdf.ts';

/** Two pages. The first links to the second in every notation. */
async function linked(title: string) {
  const document = await newPdf(`${title} 1`, `${title} 2`);
  const { context, catalog } = document;
  const page = pageAt(document, 0);
  nameDestinations(document, { chapter: 1 });
  catalog.set(PDFName.of('Dests'), context.obj({ old: topOf(document, 1) }));
  addLink(page, { Dest: topOf(document, 1) });
  addLink(page, { Dest: PDFString.of('chapter') });
  addLink(page, { Dest: PDFName.of('old') });
  addLink(page, goTo(topOf(document, 1)));
  addLink(page, goTo(PDFString.of('chapter')));
  // A page number is for other files only, but readers accept it.
  addLink(page, goTo(context.obj([1, 'Fit'])));
  return document;
}

describe('links', () => {
  it('lead within their own file, in every notation', async () => {
    const { bytes } = await assembled([await linked('A'), await linked('B')]);
    const { links } = await readPdf(bytes);
    expect(links).toEqual([Array(6).fill(1), [], Array(6).fill(3), []]);
  });

  it('lead nowhere if only another file has their name', async () => {
    const dangling = await newPdf('B 1');
    addLink(pageAt(dangling, 0), { Dest: PDFString.of('chapter') });
    const { bytes } = await assembled([await linked('A'), dangling]);
    expect((await readPdf(bytes)).links.at(2)).toEqual([-1]);
  });

  it('to removed pages are removed', async () => {
    const { bytes } = await assembled([{ document: await linked('A'), pages: [0] }]);
    expect((await readPdf(bytes)).links).toEqual([[]]);
  });

  it('that draw a frame are kept', async () => {
    const document = await newPdf('1', '2');
    addLink(pageAt(document, 0), { Dest: topOf(document, 1), Border: [0, 0, 2] });
    const { bytes } = await assembled([{ document, pages: [0] }]);
    expect((await readPdf(bytes)).links).toEqual([[-1]]);
  });

  it('to other files and addresses are kept', async () => {
    const document = await newPdf('1', '2');
    addLink(pageAt(document, 0), { A: { S: 'URI', URI: PDFString.of('https://example.com/') } });
    const { bytes } = await assembled([{ document, pages: [0] }]);
    expect((await readPdf(bytes)).links).toEqual([['https://example.com/']]);
  });

  it('follow reordered pages', async () => {
    const document = await newPdf('1', '2', '3');
    addLink(pageAt(document, 0), { Dest: topOf(document, 2) });
    const { bytes } = await assembled([{ document, pages: [2, 0] }]);
    const { texts, links } = await readPdf(bytes);
    expect(texts).toEqual(['3', '1']);
    expect(links).toEqual([[], [0]]);
  });

  it('are separate on repeated pages', async () => {
    const document = await linked('A');
    const { bytes } = await assembled([{ document, pages: [0, 1, 0, 1] }]);
    expect((await readPdf(bytes)).links).toEqual([Array(6).fill(1), [], Array(6).fill(3), []]);
    const { document: read } = await objectsOf(bytes);
    const annotations = read.getPages().flatMap(({ node }) => node.Annots()?.asArray() ?? []);
    expect(new Set(annotations).size).toBe(12);
  });
});

it("of a page's own actions are kept, except those to removed pages", async () => {
  const document = await newPdf('1', '2', '3');
  const { context } = document;
  const to = (page: number) => ({ S: 'GoTo', D: topOf(document, page) });
  pageAt(document, 0).node.set(PDFName.of('AA'), context.obj({ O: to(1), C: to(2) }));
  const { document: read } = await objectsOf((await assembled([{ document, pages: [0, 1] }])).bytes);
  const actions = pageAt(read, 0).node.lookup(PDFName.of('AA'), PDFDict);
  expect(actions.keys().map(String)).toEqual(['/O']);
});

describe('chained actions', () => {
  async function withFollowers(title: string) {
    const document = await newPdf(`${title} 1`, `${title} 2`);
    nameDestinations(document, { chapter: 1 });
    const { context } = document;
    const last = context.register(context.obj({ S: 'GoTo', D: PDFString.of('chapter') }));
    const Next = [{ S: 'Named', N: 'Print', Next: last }];
    addLink(pageAt(document, 0), { A: { S: 'Named', N: 'NextPage', Next } });
    return document;
  }

  /** The destination of the one action that leads somewhere. */
  async function goTos(bytes: Uint8Array): Promise<unknown[]> {
    const { document, orphans } = await objectsOf(bytes);
    expect(orphans).toEqual([]);
    const pages = document.getPages().map(({ ref }) => ref);
    return document.context.enumerateIndirectObjects().flatMap(([, object]): unknown[] => {
      if (!(object instanceof PDFDict) || object.get(PDFName.of('S')) !== PDFName.of('GoTo')) return [];
      const destination = object.get(PDFName.of('D'));
      if (!(destination instanceof PDFArray)) return [destination?.toString()];
      return [pages.findIndex((page) => page === destination.get(0))];
    });
  }

  it('lead within their file', async () => {
    const { bytes } = await assembled([await withFollowers('A'), await withFollowers('B')]);
    expect(await goTos(bytes)).toEqual(['(chapter)', 3]);
  });

  it('lead to no removed page', async () => {
    const { bytes } = await assembled([{ document: await withFollowers('A'), pages: [0] }]);
    expect(await goTos(bytes)).toEqual([-1]);
  });

  it('can be of any length', async () => {
    const document = await newPdf('1');
    const { context } = document;
    let next = context.register(context.obj({ S: 'Named', N: 'NextPage' }));
    for (let count = 0; count < 20_000; count += 1) {
      next = context.register(context.obj({ S: 'Named', N: 'NextPage', Next: next }));
    }
    addLink(pageAt(document, 0), { A: next });
    const { bytes } = await assembled([document, document]);
    expect((await readPdf(bytes)).links).toHaveLength(2);
  });
});

describe('named destinations', () => {
  it('keep their names, and the later of two equal names is changed', async () => {
    const { bytes } = await assembled([await linked('A'), await linked('B')]);
    expect((await readPdf(bytes)).destinations).toEqual({ chapter: 1, old: 1, 'chapter-2': 3, 'old-2': 3 });
  });

  it('of removed pages are removed', async () => {
    const document = await newPdf('1', '2', '3');
    nameDestinations(document, { one: 0, two: 1, three: 2 });
    const { bytes } = await assembled([{ document, pages: [1, 2] }]);
    expect((await readPdf(bytes)).destinations).toEqual({ two: 0, three: 1 });
  });

  it('are found among thousands', async () => {
    const document = await newPdf('1', '2');
    const names = Array.from({ length: 5000 }, (_, index): [string, number] => [`name ${index}`, index % 2]);
    nameDestinations(document, Object.fromEntries(names.sort()));
    const { bytes } = await assembled([document]);
    expect((await readPdf(bytes)).destinations).toEqual(Object.fromEntries(names));
  });
});

it('copies a pop-up note with its annotation', async () => {
  const document = await newPdf('1', '2');
  const note = annotate(pageAt(document, 0), { Subtype: 'Text', Contents: PDFString.of('a note') });
  annotate(pageAt(document, 0), { Subtype: 'Popup', Parent: note });
  const { bytes } = await assembled([{ document, pages: [0] }]);
  const { document: read, orphans } = await objectsOf(bytes);
  const annotations = read.getPage(0).node.Annots();
  expect(annotations?.lookup(1, PDFDict).get(PDFName.of('Parent'))).toBe(annotations?.get(0));
  expect(orphans).toEqual([]);
});
