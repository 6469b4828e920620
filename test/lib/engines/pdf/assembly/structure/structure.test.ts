import { describe, expect, it } from 'vitest';
import { assemble } from '#lib/engines/pdf/assembly/assemble.ts';
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFRef, PDFString } from '#lib/engines/pdf/objects.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { assembled } from '../../../../../support/assemble.ts';
import { addLink, newPdf, objectsOf, pageAt, tagPages, topOf } from '../../../../../support/pdf-features.ts';
import { readPdf, type StructureNode } from '../../../../../support/read-pdf.ts';

const shown = (node: StructureNode | 'content' | null): string =>
  node === null || node === 'content'
    ? String(node)
    : `${node.role}(${node.kids.map((kid) => shown(kid)).join(' ')})`;

const structureOf = async (bytes: Uint8Array) => (await readPdf(bytes)).structure.map((page) => shown(page));

/** Three pages in two sections, the second of which spans two pages. */
async function tagged(title: string, rootEntries: object = {}) {
  const document = await newPdf(`${title} 1`, `${title} 2`, `${title} 3`);
  const elements = tagPages(
    document,
    [
      {
        type: 'Document',
        kids: [
          {
            type: 'Sect',
            kids: [{ type: 'Intro', page: 0, entries: { ActualText: PDFString.of(`${title} one`) } }],
          },
          {
            type: 'Sect',
            entries: { Alt: PDFString.of(`${title} two and three`) },
            kids: [
              { type: 'P', page: 1 },
              { type: 'H1', page: 2, entries: { ActualText: PDFString.of(`${title} three`) } },
            ],
          },
        ],
      },
    ],
    { RoleMap: { Intro: 'P' }, ...rootEntries },
  );
  return { document, elements };
}

async function rootOf(bytes: Uint8Array) {
  const { document, orphans } = await objectsOf(bytes);
  expect(orphans).toEqual([]);
  return { document, root: document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict) };
}

const textOf = async (bytes: Uint8Array) =>
  (await objectsOf(bytes)).document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object.toString())
    .join('\n');

describe('tagged documents', () => {
  it('stay tagged in a merge', async () => {
    const [a, b] = [await tagged('A'), await tagged('B')];
    const { bytes } = await assembled([a.document, await newPdf('plain'), b.document]);
    expect(await structureOf(bytes)).toEqual([
      'Root(Document(Sect(P(content))))',
      'Root(Document(Sect(P(content))))',
      'Root(Document(Sect(H1(content))))',
      'Root()',
      'Root(Document(Sect(P(content))))',
      'Root(Document(Sect(P(content))))',
      'Root(Document(Sect(H1(content))))',
    ]);
    const { document, root } = await rootOf(bytes);
    expect(root.lookup(PDFName.of('K'), PDFArray).size()).toBe(2);
    expect(document.catalog.lookup(PDFName.of('MarkInfo'))?.toString()).toMatch(/\/Marked true/);
    const keys = document.getPages().map(({ node }) => node.lookup(PDFName.of('StructParents'))?.toString());
    expect(keys).toEqual(['0', '1', '2', undefined, '3', '4', '5']);
  });

  it('have in a part only the elements that describe its pages', async () => {
    const { document } = await tagged('A');
    const { bytes } = await assembled([{ document, pages: [1] }]);
    expect(await structureOf(bytes)).toEqual(['Root(Document(Sect(P(content))))']);
    const text = await textOf(bytes);
    expect(text.match(/\/StructElem/g)).toHaveLength(3);
    expect(text).not.toMatch(/A one|A two|A three/);
    await rootOf(bytes);
    const other = await assembled([{ document, pages: [0] }]);
    expect(await textOf(other.bytes)).toContain('(A one)');
  });

  it('are tagged on repeated pages', async () => {
    const { document } = await tagged('A');
    const { bytes } = await assembled([{ document, pages: [2, 0, 2] }]);
    expect(await structureOf(bytes)).toEqual([
      'Root(Document(Sect(H1(content))))',
      'Root(Document(Sect(P(content))))',
      'Root(Document(Sect(H1(content))))',
    ]);
  });

  it('keep the meaning of names that they use differently', async () => {
    const withClass = async (title: string, role: string, colour: number) => {
      const attributes = { O: 'Layout', BorderThickness: colour };
      const made = await tagged(title, {
        RoleMap: { Intro: role },
        ClassMap: { Fancy: attributes, Same: { O: 'List' } },
      });
      const intro = made.document.context.lookup(made.elements[2], PDFDict);
      intro.set(PDFName.of('C'), made.document.context.obj(['Fancy', 'Same']));
      return made.document;
    };
    const { bytes } = await assembled([
      await withClass('A', 'P', 1),
      await withClass('B', 'H2', 2),
      await withClass('C', 'P', 1),
    ]);
    const structure = await structureOf(bytes);
    expect([structure[0], structure[3], structure[6]]).toEqual([
      'Root(Document(Sect(P(content))))',
      'Root(Document(Sect(H2(content))))',
      'Root(Document(Sect(P(content))))',
    ]);
    const { root } = await rootOf(bytes);
    expect(root.lookup(PDFName.of('ClassMap'), PDFDict).keys().map(String)).toEqual([
      '/Fancy',
      '/Same',
      '/Fancy-2',
    ]);
    expect((await textOf(bytes)).match(/\/C \[ \/\S+ \/Same \]/g)).toEqual([
      '/C [ /Fancy /Same ]',
      '/C [ /Fancy-2 /Same ]',
      '/C [ /Fancy /Same ]',
    ]);
  });

  it.each([true, false])(
    'keep their identifiers apart, and what refers to them (packed: %s)',
    async (packed) => {
      const withIds = async (title: string) => {
        const document = await newPdf(title);
        const [header, cell] = tagPages(document, [
          { type: 'TH', entries: { ID: PDFString.of('h') } },
          { type: 'TD', page: 0, entries: { A: { O: 'Table', Headers: [PDFString.of('h')] } } },
        ]);
        const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
        root.set(PDFName.of('IDTree'), document.context.obj({ Names: [PDFString.of('h'), header] }));
        expect(cell).toBeDefined();
        return openPdf(await document.save({ useObjectStreams: packed }));
      };
      const sources = [await withIds('A'), await withIds('B')];
      const bytes = Buffer.concat(assemble(sources.map((source) => ({ source, pages: [0] }))).chunks);
      const hex = `<${Buffer.from('h-2').toString('hex')}>`;
      const { root } = await rootOf(bytes);
      expect(root.lookup(PDFName.of('IDTree'), PDFDict).lookup(PDFName.of('Names'), PDFArray).size()).toBe(4);
      const text = await textOf(bytes);
      expect(text).toContain(`/ID ${hex}`);
      expect(text).toContain(`/Headers [ ${hex} ]`);
      expect(text).toContain('/Headers [ (h) ]');
    },
  );

  it('state their languages if these differ', async () => {
    const [a, b] = [await tagged('A'), await tagged('B')];
    a.document.catalog.set(PDFName.of('Lang'), PDFString.of('en'));
    b.document.catalog.set(PDFName.of('Lang'), PDFString.of('fr'));
    const { root } = await rootOf((await assembled([a.document, b.document])).bytes);
    const kids = root.lookup(PDFName.of('K'), PDFArray);
    const languages = [0, 1].map((index) => kids.lookup(index, PDFDict).get(PDFName.of('Lang')));
    expect(languages).toEqual([undefined, PDFString.of('fr')]);
  });
});

describe('tagged annotations and forms', () => {
  /** A link on each page with an element, and a form on the last page whose content has an element. */
  async function withObjects(title: string) {
    const { document, elements } = await tagged(title);
    const { context } = document;
    const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
    const parents = root.lookup(PDFName.of('ParentTree'), PDFDict).lookup(PDFName.of('Nums'), PDFArray);
    const parent = elements[0] as PDFRef;
    const kids = context.lookup(parent, PDFDict).lookup(PDFName.of('K'), PDFArray);
    const add = (key: number, entry: PDFRef | PDFArray, element: PDFRef) => {
      parents.push(PDFNumber.of(key));
      parents.push(entry);
      kids.push(element);
    };
    for (const page of [0, 1]) {
      const link = addLink(pageAt(document, page), { StructParent: 10 + page, Dest: topOf(document, page) });
      const Pg = pageAt(document, page).ref;
      const K = [{ Type: 'OBJR', Obj: link, Pg }];
      const element = context.register(context.obj({ Type: 'StructElem', S: 'Link', P: parent, K }));
      add(10 + page, element, element);
    }
    const form = context.register(
      context.stream('/Span <</MCID 0>> BDC EMC', {
        Type: 'XObject',
        Subtype: 'Form',
        BBox: [0, 0, 1, 1],
        StructParents: 20,
      }),
    );
    const K = [{ Type: 'MCR', Stm: form, Pg: pageAt(document, 2).ref, MCID: 0 }];
    const figure = context.register(context.obj({ Type: 'StructElem', S: 'Figure', P: parent, K }));
    pageAt(document, 2).node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).set(PDFName.of('Fm'), form);
    pageAt(document, 2).node.addContentStream(context.register(context.stream('/Fm Do')));
    add(20, context.obj([figure]), figure);
    return document;
  }

  /** For each numbered annotation and form, whether the parent tree leads to an element that refers to it. */
  async function namedBack(bytes: Uint8Array) {
    const { document, root } = await rootOf(bytes);
    const nums = root
      .lookup(PDFName.of('ParentTree'), PDFDict)
      .lookup(PDFName.of('Nums'), PDFArray)
      .asArray();
    const entries = new Map(
      nums.flatMap((key, index) => (index % 2 === 0 ? [[Number(key.toString()), nums[index + 1]]] : [])) as [
        number,
        PDFArray | PDFRef,
      ][],
    );
    expect(new Set(entries.keys()).size).toBe(nums.length / 2);
    return document.context.enumerateIndirectObjects().flatMap(([ref, object]) => {
      const dict = object instanceof PDFDict ? object : (object as { dict?: PDFDict }).dict;
      const key =
        dict?.lookup(PDFName.of('StructParent')) ??
        (object instanceof PDFDict ? undefined : dict?.lookup(PDFName.of('StructParents')));
      if (!(key instanceof PDFNumber)) return [];
      const entry = document.context.lookup(entries.get(key.asNumber()));
      const element = entry instanceof PDFArray ? entry.lookup(0) : entry;
      return [element?.toString().includes(ref.toString()) ? 'named' : `lost ${key.asNumber()}`];
    });
  }

  it('are found by their new keys', async () => {
    const { bytes } = await assembled([await withObjects('A'), await withObjects('B')]);
    expect(await namedBack(bytes)).toEqual(Array(6).fill('named'));
  });

  it('of a part are those of its pages', async () => {
    const document = await withObjects('A');
    expect(await namedBack((await assembled([{ document, pages: [0] }])).bytes)).toEqual(['named']);
    expect(await namedBack((await assembled([{ document, pages: [2] }])).bytes)).toEqual(['named']);
    const { bytes } = await assembled([{ document, pages: [1, 2] }]);
    expect(await namedBack(bytes)).toEqual(['named', 'named']);
    expect(await structureOf(bytes)).toEqual([
      'Root(Document(Sect(P(content)) Link(content)))',
      'Root(Document(Sect(H1(content))))',
    ]);
  });

  it('lose keys without an entry', async () => {
    const document = await newPdf('1');
    addLink(pageAt(document, 0), { StructParent: 0, Dest: topOf(document, 0) });
    pageAt(document, 0).node.set(PDFName.of('StructParents'), PDFNumber.of(1));
    const { bytes } = await assembled([(await tagged('A')).document, document]);
    expect((await textOf(bytes)).match(/\/StructParents? /g)).toHaveLength(3);
  });
});

it('reads a cyclic structure', async () => {
  const { document, elements } = await tagged('A');
  const [top, section, content] = elements.map((ref) => document.context.lookup(ref, PDFDict));
  content?.set(PDFName.of('K'), document.context.obj([elements[0], 0]));
  top?.set(PDFName.of('P'), elements[2] as PDFRef);
  section?.set(PDFName.of('P'), elements[1] as PDFRef);
  for (const pages of [[0], [0, 1, 2]]) {
    const { bytes } = await assembled([
      { document, pages },
      (await tagged('B', { RoleMap: { Intro: 'H1' } })).document,
    ]);
    expect((await objectsOf(bytes)).document.getPageCount()).toBe(pages.length + 3);
  }
});
