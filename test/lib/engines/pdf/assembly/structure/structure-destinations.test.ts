import type { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PDFArray, PDFDict, PDFName, type PDFObject, type PDFRef } from '#lib/engines/pdf/objects.ts';
import { assembled } from '../../../../../support/assemble.ts';
import {
  addLink,
  addOutline,
  newPdf,
  objectsOf,
  pageAt,
  tagPages,
  topOf,
} from '../../../../../support/pdf-features.ts';
import { readPdf } from '../../../../../support/read-pdf.ts';

/** Two tagged pages. The first links to the result of `link` for the element on the second. */
async function tagged(link: (document: PDFDocument, element: PDFRef) => object) {
  const document = await newPdf('1', '2');
  const [, , second] = tagPages(document, [
    {
      type: 'Document',
      kids: [
        { type: 'H1', page: 0 },
        { type: 'H2', page: 1 },
      ],
    },
  ]) as [PDFRef, PDFRef, PDFRef];
  addLink(pageAt(document, 0), link(document, second));
  return document;
}

const place = ({ context }: PDFDocument, element: PDFRef): PDFArray => context.obj([element, 'Fit']);
const bySd = (document: PDFDocument, element: PDFRef) => ({ A: { S: 'GoTo', SD: place(document, element) } });
const byBoth = (document: PDFDocument, element: PDFRef) => ({
  A: { S: 'GoTo', D: topOf(document, 1), SD: place(document, element) },
});
const byD = (document: PDFDocument, element: PDFRef) => ({ A: { S: 'GoTo', D: place(document, element) } });
const byDest = (document: PDFDocument, element: PDFRef) => ({ Dest: place(document, element) });

/** The types of the elements that the links of a page lead to, if these are in the structure tree. */
async function targetsOf(bytes: Uint8Array, page: number) {
  const { document, orphans } = await objectsOf(bytes);
  expect(orphans).toEqual([]);
  const { context } = document;
  const links = document.getPage(page).node.Annots()?.asArray() ?? [];
  return links.map((ref) => {
    const link = context.lookup(ref, PDFDict);
    const action = link.lookup(PDFName.of('A'));
    const value: PDFObject | undefined =
      action instanceof PDFDict
        ? (action.lookup(PDFName.of('SD')) ?? action.lookup(PDFName.of('D')))
        : link.lookup(PDFName.of('Dest'));
    const first = value instanceof PDFArray ? value.lookup(0) : undefined;
    return first instanceof PDFDict
      ? String(first.get(PDFName.of('S')) ?? first.get(PDFName.of('Type')))
      : null;
  });
}

describe('links to structure elements', () => {
  it.each([
    ['beside no other', bySd],
    ['beside a page', byBoth],
    ['in place of a page', byD],
    ['as a destination', byDest],
  ])('lead there in a merge: %s', async (_, link) => {
    const { bytes } = await assembled([await newPdf('cover'), await tagged(link), await tagged(link)]);
    expect([await targetsOf(bytes, 1), await targetsOf(bytes, 3)]).toEqual([['/H2'], ['/H2']]);
  });

  it.each([
    ['beside no other', bySd],
    ['beside a page', byBoth],
    ['in place of a page', byD],
    ['as a destination', byDest],
  ])('lead there in a part with the element: %s', async (_, link) => {
    const document = await tagged(link);
    document.addPage();
    const { bytes } = await assembled([{ document, pages: [0, 1] }]);
    expect(await targetsOf(bytes, 0)).toEqual(['/H2']);
  });

  it.each([
    ['beside no other', bySd],
    ['beside a page', byBoth],
    ['in place of a page', byD],
    ['as a destination', byDest],
  ])('are removed in a part without the element: %s', async (_, link) => {
    const { bytes } = await assembled([{ document: await tagged(link), pages: [0] }]);
    expect(await targetsOf(bytes, 0)).toEqual([]);
    expect(JSON.stringify(await readPdf(bytes))).not.toContain('H2');
  });

  it('lead to the page if the element is not kept', async () => {
    const document = await tagged(byBoth);
    document.addPage();
    // An element that the parent tree omits is not kept.
    const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
    root.set(PDFName.of('ParentTree'), document.context.obj({ Nums: [] }));
    const { bytes } = await assembled([{ document, pages: [0, 1] }]);
    expect((await readPdf(bytes)).links).toEqual([[1], []]);
    const { orphans, document: read } = await objectsOf(bytes);
    expect(orphans).toEqual([]);
    const elements = read.context
      .enumerateIndirectObjects()
      .filter(([, object]) => object.toString().includes('StructElem'));
    expect(elements).toEqual([]);
  });

  it('lead there from the outline', async () => {
    const document = await tagged(bySd);
    const root = document.catalog.lookup(PDFName.of('StructTreeRoot'), PDFDict);
    const top = root.lookup(PDFName.of('K'), PDFArray).lookup(0, PDFDict);
    const [, second] = top.lookup(PDFName.of('K'), PDFArray).asArray();
    addOutline(document, [
      { title: 'second', action: { S: 'GoTo', SD: document.context.obj([second, 'Fit']) } },
    ]);
    document.addPage();
    for (const pages of [
      [0, 1, 2],
      [0, 1],
    ]) {
      const { document: read } = await objectsOf((await assembled([{ document, pages }])).bytes);
      const item = read.catalog.lookup(PDFName.of('Outlines'), PDFDict).lookup(PDFName.of('First'), PDFDict);
      const target = item
        .lookup(PDFName.of('A'), PDFDict)
        .lookup(PDFName.of('SD'), PDFArray)
        .lookup(0, PDFDict);
      expect(target.get(PDFName.of('S'))).toBe(PDFName.of('H2'));
    }
  });
});
