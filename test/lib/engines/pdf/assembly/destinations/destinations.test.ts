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

/** Two pages; the first links to the second in each way there is. */
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
  // A page number, which is for other files only but is read so.
  addLink(page, goTo(context.obj([1, 'Fit'])));
  return document;
}

describe('links', () => {
  it('lead within their own file, however they say where', async () => {
    const { bytes } = await assembled([await linked('A'), await linked('B')]);
    const { links } = await readPdf(bytes);
    expect(links).toEqual([Array(6).fill(1), [], Array(6).fill(3), []]);
  });

  it('by a name that only another file has lead nowhere', async () => {
    const dangling = await newPdf('B 1');
    addLink(pageAt(dangling, 0), { Dest: PDFString.of('chapter') });
    const { bytes } = await assembled([await linked('A'), dangling]);
    expect((await readPdf(bytes)).links.at(2)).toEqual([-1]);
  });

  it('to pages that are left out are left out too', async () => {
    const { bytes } = await assembled([{ document: await linked('A'), pages: [0] }]);
    expect((await readPdf(bytes)).links).toEqual([[]]);
  });

  it('stay as a frame where they drew one', async () => {
    const document = await newPdf('1', '2');
    addLink(pageAt(document, 0), { Dest: topOf(document, 1), Border: [0, 0, 2] });
    const { bytes } = await assembled([{ document, pages: [0] }]);
    expect((await readPdf(bytes)).links).toEqual([[-1]]);
  });

  it('to other files and addresses stay', async () => {
    const document = await newPdf('1', '2');
    addLink(pageAt(document, 0), { A: { S: 'URI', URI: PDFString.of('https://example.com/') } });
    const { bytes } = await assembled([{ document, pages: [0] }]);
    expect((await readPdf(bytes)).links).toEqual([['https://example.com/']]);
  });

  it('follow pages into another order', async () => {
    const document = await newPdf('1', '2', '3');
    addLink(pageAt(document, 0), { Dest: topOf(document, 2) });
    const { bytes } = await assembled([{ document, pages: [2, 0] }]);
    const { texts, links } = await readPdf(bytes);
    expect(texts).toEqual(['3', '1']);
    expect(links).toEqual([[], [0]]);
  });

  it('are separate on pages that are repeated', async () => {
    const document = await linked('A');
    const { bytes } = await assembled([{ document, pages: [0, 1, 0, 1] }]);
    expect((await readPdf(bytes)).links).toEqual([Array(6).fill(1), [], Array(6).fill(3), []]);
    const { document: read } = await objectsOf(bytes);
    const annotations = read.getPages().flatMap(({ node }) => node.Annots()?.asArray() ?? []);
    expect(new Set(annotations).size).toBe(12);
  });
});

it("a page's own actions stay, but for those that lead to pages that are left out", async () => {
  const document = await newPdf('1', '2', '3');
  const { context } = document;
  const to = (page: number) => ({ S: 'GoTo', D: topOf(document, page) });
  pageAt(document, 0).node.set(PDFName.of('AA'), context.obj({ O: to(1), C: to(2) }));
  const { document: read } = await objectsOf((await assembled([{ document, pages: [0, 1] }])).bytes);
  const actions = pageAt(read, 0).node.lookup(PDFName.of('AA'), PDFDict);
  expect(actions.keys().map(String)).toEqual(['/O']);
});

describe('actions that follow others', () => {
  async function withFollowers(title: string) {
    const document = await newPdf(`${title} 1`, `${title} 2`);
    nameDestinations(document, { chapter: 1 });
    const { context } = document;
    const last = context.register(context.obj({ S: 'GoTo', D: PDFString.of('chapter') }));
    const Next = [{ S: 'Named', N: 'Print', Next: last }];
    addLink(pageAt(document, 0), { A: { S: 'Named', N: 'NextPage', Next } });
    return document;
  }

  /** Where the one action that goes somewhere goes. */
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

  it('lead to no page that is left out', async () => {
    const { bytes } = await assembled([{ document: await withFollowers('A'), pages: [0] }]);
    expect(await goTos(bytes)).toEqual([-1]);
  });

  it('do not end the work by their number', async () => {
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
  it('keep their names, and the later of two alike gets another', async () => {
    const { bytes } = await assembled([await linked('A'), await linked('B')]);
    expect((await readPdf(bytes)).destinations).toEqual({ chapter: 1, old: 1, 'chapter-2': 3, 'old-2': 3 });
  });

  it('of pages that are left out are left out', async () => {
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

it('a pop-up note comes along with its annotation', async () => {
  const document = await newPdf('1', '2');
  const note = annotate(pageAt(document, 0), { Subtype: 'Text', Contents: PDFString.of('a note') });
  annotate(pageAt(document, 0), { Subtype: 'Popup', Parent: note });
  const { bytes } = await assembled([{ document, pages: [0] }]);
  const { document: read, orphans } = await objectsOf(bytes);
  const annotations = read.getPage(0).node.Annots();
  expect(annotations?.lookup(1, PDFDict).get(PDFName.of('Parent'))).toBe(annotations?.get(0));
  expect(orphans).toEqual([]);
});
