import { PDFArray, PDFDict, type PDFDocument, PDFNumber, type PDFRef } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { readNumberTree } from '#lib/engines/pdf/assembly/trees/name-tree.ts';
import { annotateFirst, contentOf, flattened, name } from '../../../../../support/flatten.ts';
import { newPdf } from '../../../../../support/pdf-features.ts';

/** A tagged document with one paragraph on its page, and one element for its annotations. */
async function taggedPdf(...annotations: object[]): Promise<PDFDocument> {
  const document = await newPdf('1');
  const { context, catalog } = document;
  const page = document.getPage(0);
  const [root, paragraph, note] = [context.nextRef(), context.nextRef(), context.nextRef()];
  const refs = annotations.map((entries, index) =>
    annotateFirst(document, { StructParent: index + 1, ...entries }),
  );
  const kids = refs.map((Obj) => ({ Type: 'OBJR', Pg: page.ref, Obj }));
  context.assign(paragraph, context.obj({ S: 'P', P: root, Pg: page.ref, K: 0 }));
  context.assign(note, context.obj({ S: 'Annot', P: root, K: kids }));
  const nums = [0, [paragraph], ...refs.flatMap((_, index) => [index + 1, note])];
  context.assign(
    root,
    context.obj({ Type: 'StructTreeRoot', K: [paragraph, note], ParentTree: { Nums: nums as never } }),
  );
  page.node.set(name('StructParents'), PDFNumber.of(0));
  catalog.set(name('StructTreeRoot'), root);
  catalog.set(name('MarkInfo'), context.obj({ Marked: true }));
  return document;
}

/** The elements below the root, and the parent tree. */
function structureOf(document: PDFDocument) {
  const root = document.catalog.lookup(name('StructTreeRoot'), PDFDict);
  const kids = root.lookup(name('K'), PDFArray).asArray();
  const elements = kids.map((kid) => document.context.lookup(kid, PDFDict));
  const tree = new Map(readNumberTree(root.lookup(name('ParentTree'), PDFDict)));
  return { elements, kids, tree };
}

describe('a tagged annotation', () => {
  it('becomes marked content in the place of the annotation', async () => {
    const { document } = await flattened(await taggedPdf({}, { Rect: [0, 0, 5, 5] }));
    const { elements, kids, tree } = structureOf(document);
    const content = elements[1]?.lookup(name('K'), PDFArray).asArray().map(String);
    const page = String(document.getPage(0).ref);
    expect(content).toEqual([1, 2].map((mcid) => `<<\n/Type /MCR\n/Pg ${page}\n/MCID ${mcid}\n>>`));
    expect([...tree.keys()]).toEqual([0]);
    expect(String(tree.get(0))).toBe(`[ ${[kids[0], kids[1], kids[1]].map(String).join(' ')} ]`);
    expect(contentOf(document)).toMatch(/\/Span <<\/MCID 1>> BDC\nq[^Q]*Q\nEMC\n\/Span <<\/MCID 2>> BDC/);
  });

  it('that shows nothing leaves the structure', async () => {
    const { document } = await flattened(await taggedPdf({ F: 2 }));
    const { elements, tree } = structureOf(document);
    expect(elements[1]?.has(name('K'))).toBe(false);
    expect([...tree.keys()]).toEqual([0]);
  });

  it('that stays keeps its place', async () => {
    const { document } = await flattened(await taggedPdf({ Subtype: 'Link' }, {}));
    const { elements, tree } = structureOf(document);
    const kids = elements[1]?.lookup(name('K'), PDFArray).asArray().map(String);
    expect(kids).toEqual([expect.stringContaining('/OBJR'), expect.stringContaining('/MCR')]);
    expect([...tree.keys()]).toEqual([0, 1]);
  });

  it('is found by the element that refers to it if it does not name the element', async () => {
    const input = await taggedPdf({ StructParent: null }, { StructParent: 99 });
    const { document } = await flattened(input);
    const kids = structureOf(document).elements[1]?.lookup(name('K'), PDFArray).asArray().map(String);
    expect(kids).toEqual([expect.stringContaining('/MCID 1'), expect.stringContaining('/MCID 2')]);
    expect(contentOf(document)).not.toContain('/Artifact');
  });

  it('gives its page a key if that has none', async () => {
    const input = await taggedPdf({});
    input.getPage(0).node.delete(name('StructParents'));
    const { document } = await flattened(input);
    const key = document.getPage(0).node.lookup(name('StructParents'), PDFNumber).asNumber();
    const { kids, tree } = structureOf(document);
    expect(String(tree.get(key))).toBe(`[ ${String(kids[1])} ]`);
  });
});

describe('an annotation outside the structure', () => {
  it('becomes an artifact of a tagged document', async () => {
    const input = await taggedPdf();
    annotateFirst(input);
    expect(contentOf((await flattened(input)).document)).toMatch(/\/Artifact BMC\nq[^Q]*Q\nEMC/);
  });

  it('becomes an artifact if the structure does not refer back to it', async () => {
    const input = await taggedPdf({});
    const stray: PDFRef = annotateFirst(input, { StructParent: 1 });
    expect(stray).toBeDefined();
    const content = contentOf((await flattened(input)).document);
    expect(content).toContain('/MCID 1');
    expect(content).toContain('/Artifact BMC');
  });

  it('is not marked in a document without tags', async () => {
    const input = await newPdf('1');
    annotateFirst(input);
    expect(contentOf((await flattened(input)).document)).not.toMatch(/BMC|BDC/);
  });
});
