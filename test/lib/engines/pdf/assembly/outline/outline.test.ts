import { describe, expect, it } from 'vitest';
import { PDFRef, PDFString } from '#lib/engines/pdf/objects.ts';
import { assembled } from '../../../../../support/assemble.ts';
import {
  addOutline,
  nameDestinations,
  newPdf,
  objectsOf,
  topOf,
} from '../../../../../support/pdf-features.ts';
import { type OutlineNode, readPdf } from '../../../../../support/read-pdf.ts';

async function book(title: string) {
  const document = await newPdf(`${title} 1`, `${title} 2`, `${title} 3`);
  nameDestinations(document, { end: 2 });
  addOutline(document, [
    {
      title: `${title} one`,
      to: 0,
      open: true,
      kids: [
        {
          title: `${title} one.one`,
          to: 1,
          kids: [{ title: `${title} one.one.one`, to: PDFString.of('end') }],
        },
      ],
    },
    { title: `${title} two`, action: { S: 'GoTo', D: topOf(document, 2) } },
    { title: `${title} site`, action: { S: 'URI', URI: PDFString.of('https://example.com/') } },
  ]);
  return document;
}

/** Titles with their targets, indented by depth. */
const shown = (nodes: readonly OutlineNode[], depth = 0): string[] =>
  nodes.flatMap(({ title, to, kids }) => [
    `${'  '.repeat(depth)}${title} → ${to}`,
    ...shown(kids, depth + 1),
  ]);

const outlineOf = async (bytes: Uint8Array) => shown((await readPdf(bytes)).outline);

describe('outlines', () => {
  it('follow one another', async () => {
    const { bytes } = await assembled([await book('A'), await book('B')]);
    expect(await outlineOf(bytes)).toEqual([
      'A one → 0',
      '  A one.one → 1',
      '    A one.one.one → 2',
      'A two → 2',
      'A site → https://example.com/',
      'B one → 3',
      '  B one.one → 4',
      '    B one.one.one → 5',
      'B two → 5',
      'B site → https://example.com/',
    ]);
  });

  it('keep open and closed entries, with their counts', async () => {
    const { bytes } = await assembled([await book('A')]);
    const { outline } = await readPdf(bytes);
    expect(outline[0]?.count).toBe(1);
    expect(outline[0]?.kids[0]?.count).toBe(-1);
    const { document } = await objectsOf(bytes);
    expect(document.catalog.toString()).toContain('/Outlines');
  });

  it('are below an entry for each file', async () => {
    const { bytes } = await assembled([await book('A'), await newPdf('B 1')], {
      outline: 'files',
      titles: ['First file', 'Zweite Datei „ü“'],
    });
    expect(await outlineOf(bytes)).toEqual([
      'First file → 0',
      '  A one → 0',
      '    A one.one → 1',
      '      A one.one.one → 2',
      '  A two → 2',
      '  A site → https://example.com/',
      'Zweite Datei „ü“ → 3',
    ]);
  });

  it('are removed on request', async () => {
    const { bytes } = await assembled([await book('A')], { outline: 'none' });
    expect(await outlineOf(bytes)).toEqual([]);
    expect((await objectsOf(bytes)).orphans).toEqual([]);
  });

  it('of a part have the entries that lead to its pages, with their ancestors', async () => {
    const document = await book('A');
    const part = async (...pages: number[]) => outlineOf((await assembled([{ document, pages }])).bytes);
    expect(await part(0)).toEqual(['A one → 0']);
    expect(await part(2)).toEqual(['A one → -1', '  A one.one → -1', '    A one.one.one → 0', 'A two → 0']);
    expect(await part(1)).toEqual(['A one → -1', '  A one.one → 0']);
  });

  it('lose entries that lead nowhere, but not headings', async () => {
    const document = await newPdf('1');
    const nowhere = document.context.obj([PDFRef.of(9999), 'Fit']);
    addOutline(document, [
      { title: 'dead', to: nowhere },
      {
        title: 'dead above',
        to: nowhere,
        kids: [
          { title: 'alive', to: 0 },
          { title: 'dead too', to: nowhere },
        ],
      },
      { title: 'heading' },
    ]);
    expect(await outlineOf((await assembled([document])).bytes)).toEqual([
      'dead above → -1',
      '  alive → 0',
      'heading → -1',
    ]);
  });

  it('may be deep', async () => {
    const document = await newPdf('1');
    const { context, catalog } = document;
    const refs = Array.from({ length: 5000 }, () => context.nextRef());
    for (const [index, ref] of refs.entries()) {
      const [parent, below] = [refs[index - 1], refs[index + 1]];
      const dict = {
        Title: PDFString.of(`level ${index}`),
        Dest: topOf(document, 0),
        Parent: parent ?? null,
      };
      context.assign(ref, context.obj(below ? { ...dict, First: below, Last: below, Count: -1 } : dict));
    }
    const root = context.obj({ Type: 'Outlines', First: refs[0], Last: refs[0] });
    catalog.set(context.obj('Outlines'), context.register(root));
    const { bytes } = await assembled([document]);
    const { document: read } = await objectsOf(bytes);
    const items = read.context
      .enumerateIndirectObjects()
      .filter(([, item]) => item.toString().includes('/Title'));
    expect(items).toHaveLength(5000);
  });

  it('may be cyclic', async () => {
    const document = await newPdf('1');
    const { context, catalog } = document;
    const [first, second] = [context.nextRef(), context.nextRef()];
    const item = (title: string, next: PDFRef) =>
      context.obj({ Title: PDFString.of(title), Dest: topOf(document, 0), Next: next, First: first });
    context.assign(first, item('one', second));
    context.assign(second, item('two', first));
    catalog.set(context.obj('Outlines'), context.register(context.obj({ First: first, Last: second })));
    expect(await outlineOf((await assembled([document])).bytes)).toEqual(['one → 0', 'two → 0']);
  });
});
