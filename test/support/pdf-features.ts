import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
  PDFRef,
  PDFString,
  StandardFonts,
} from 'pdf-lib';

/** Makers of documents with one feature each, as plain as the standard allows, for what is done to PDFs. */

/** A document whose pages say these texts, one each. */
export async function newPdf(...texts: readonly string[]): Promise<PDFDocument> {
  const document = await PDFDocument.create({ updateMetadata: false });
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const text of texts) document.addPage([420, 595]).drawText(text, { x: 48, y: 520, size: 24, font });
  return document;
}

export const bytesOf = async (document: PDFDocument): Promise<Buffer> =>
  Buffer.from(await document.save({ addDefaultPage: false, updateFieldAppearances: false }));

export const pageAt = (document: PDFDocument, index: number): PDFPage => document.getPage(index);

/** The interactive form of a document that has one. */
export const acroForm = (document: PDFDocument): PDFDict =>
  document.catalog.lookup(PDFName.of('AcroForm'), PDFDict);

/** An explicit destination at the top of a page. */
export const topOf = (document: PDFDocument, page: number): PDFArray =>
  document.context.obj([document.getPage(page).ref, PDFName.of('XYZ'), null, 595, null]);

/** Adds an annotation to a page. */
export function annotate(page: PDFPage, entries: object): PDFRef {
  const { context } = page.doc;
  const dict = context.obj({ Type: 'Annot', Rect: [10, 10, 60, 30], P: page.ref, ...entries });
  const ref = context.register(dict);
  page.node.addAnnot(ref);
  return ref;
}

/** Adds a link; without a border unless `entries` say otherwise. */
export const addLink = (page: PDFPage, entries: object): PDFRef =>
  annotate(page, { Subtype: 'Link', Border: [0, 0, 0], ...entries });

/** An action that goes to a destination. */
export const goTo = (destination: PDFObject): object => ({ A: { S: 'GoTo', D: destination } });

/** Names destinations, by the page they are on. */
export function nameDestinations(document: PDFDocument, pages: Readonly<Record<string, number>>): void {
  const names = Object.entries(pages).flatMap(([name, page]) => [
    PDFString.of(name),
    topOf(document, page) as PDFObject,
  ]);
  namesOf(document).set(PDFName.of('Dests'), document.context.obj({ Names: names }));
}

/** The catalog's dictionary of name trees. */
function namesOf({ catalog, context }: PDFDocument): PDFDict {
  const known = catalog.lookup(PDFName.of('Names'));
  if (known instanceof PDFDict) return known;
  const names = context.obj({});
  catalog.set(PDFName.of('Names'), names);
  return names;
}

export interface OutlineEntry {
  title: string;
  /** The index of the page that it leads to, or another destination. */
  to?: number | PDFObject;
  /** In place of a destination. */
  action?: object;
  open?: boolean;
  kids?: readonly OutlineEntry[];
}

/** Gives a document an outline. */
export function addOutline(document: PDFDocument, entries: readonly OutlineEntry[]): void {
  const { context, catalog } = document;
  const root = context.obj({ Type: 'Outlines' });
  const rootRef = context.register(root);
  const write = (parent: PDFDict, parentRef: PDFRef, kids: readonly OutlineEntry[]): number => {
    const refs = kids.map(() => context.nextRef());
    let shown = kids.length;
    for (const [index, { title, to, action, open, kids: below = [] }] of kids.entries()) {
      const dict = context.obj({ Title: PDFHexString.fromText(title), Parent: parentRef });
      const set = (key: string, value: PDFObject | undefined) => value && dict.set(PDFName.of(key), value);
      set('Dest', typeof to === 'number' ? topOf(document, to) : to);
      if (action) set('A', context.obj(action as never));
      set('Prev', refs[index - 1]);
      set('Next', refs[index + 1]);
      const ref = refs[index] as PDFRef;
      if (below.length > 0) {
        const belowShown = write(dict, ref, below);
        set('Count', context.obj(open ? belowShown : -belowShown));
        if (open) shown += belowShown;
      }
      context.assign(ref, dict);
    }
    parent.set(PDFName.of('First'), refs[0] as PDFRef);
    parent.set(PDFName.of('Last'), refs.at(-1) as PDFRef);
    return shown;
  };
  root.set(PDFName.of('Count'), context.obj(write(root, rootRef, entries)));
  catalog.set(PDFName.of('Outlines'), rootRef);
}

/** Labels pages: by the index of the first page of each run. */
export function labelPages(document: PDFDocument, runs: Readonly<Record<number, object>>): void {
  const nums = Object.entries(runs).flatMap(([start, label]) => [
    document.context.obj(Number(start)) as PDFObject,
    document.context.obj(label as never) as PDFObject,
  ]);
  document.catalog.set(PDFName.of('PageLabels'), document.context.obj({ Nums: nums }));
}

/** Draws a text on a layer of its own. */
export function addLayer(page: PDFPage, name: string): PDFRef {
  const { context } = page.doc;
  const group = context.register(context.obj({ Type: 'OCG', Name: PDFString.of(name) }));
  const resources = page.node.Resources();
  if (!resources) throw new Error('the page has no resources');
  const known = resources.lookup(PDFName.of('Properties'));
  const properties = known instanceof PDFDict ? known : context.obj({});
  resources.set(PDFName.of('Properties'), properties);
  const key = `Layer${properties.keys().length}`;
  properties.set(PDFName.of(key), group);
  const drawn = `/OC /${key} BDC BT /Helv 12 Tf 48 400 Td (${name}) Tj ET EMC`;
  page.node.addContentStream(context.register(context.stream(drawn)));
  return group;
}

/** Says which layers there are, and how they are shown at first. */
export function setLayers(document: PDFDocument, groups: readonly PDFRef[], initial: object): void {
  const { context, catalog } = document;
  const properties = { OCGs: [...groups], D: initial };
  catalog.set(PDFName.of('OCProperties'), context.obj(properties as never));
}

/** Attaches a file to the document. */
export const attachFile = (document: PDFDocument, name: string, content: string): Promise<void> =>
  document.attach(Buffer.from(content), name, {
    creationDate: new Date(0),
    modificationDate: new Date(0),
  });

export interface TaggedElement {
  type: string;
  /** The index of the page whose content it is. */
  page?: number;
  entries?: object;
  kids?: readonly TaggedElement[];
}

/**
 * Tags a document: the content of each page that an element names becomes that element's. Returns the elements in the
 * order of `elements`, each before those below it.
 */
export function tagPages(
  document: PDFDocument,
  elements: readonly TaggedElement[],
  rootEntries: object = {},
): PDFRef[] {
  const { context, catalog } = document;
  const rootRef = context.nextRef();
  const parents: PDFObject[] = [];
  const refs: PDFRef[] = [];
  const write = (element: TaggedElement, parent: PDFRef): PDFRef => {
    const ref = context.nextRef();
    refs.push(ref);
    const { type, page, entries = {}, kids = [] } = element;
    const dict = context.obj({ Type: 'StructElem', S: type, P: parent, ...entries });
    const children: PDFObject[] = kids.map((kid) => write(kid, ref));
    if (page !== undefined) {
      const leaf = document.getPage(page).node;
      dict.set(PDFName.of('Pg'), document.getPage(page).ref);
      children.push(context.obj(0));
      leaf.set(PDFName.of('StructParents'), context.obj(page));
      const content = leaf.Contents();
      const marked = [
        context.register(context.stream(`/${type} <</MCID 0>> BDC`)),
        ...(content instanceof PDFArray ? content.asArray() : []),
        context.register(context.stream('EMC')),
      ];
      leaf.set(PDFName.of('Contents'), context.obj(marked));
      parents.push(context.obj(page), context.obj([ref]));
    }
    dict.set(PDFName.of('K'), context.obj(children));
    context.assign(ref, dict);
    return ref;
  };
  const kids = elements.map((element) => write(element, rootRef));
  const root = {
    Type: 'StructTreeRoot',
    K: kids,
    ParentTree: { Nums: parents },
    ParentTreeNextKey: document.getPageCount(),
    ...rootEntries,
  };
  context.assign(rootRef, context.obj(root as never));
  catalog.set(PDFName.of('StructTreeRoot'), rootRef);
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  return refs;
}

/** Every object of a document, also those that nothing refers to. */
export async function objectsOf(bytes: Uint8Array): Promise<{ document: PDFDocument; orphans: PDFRef[] }> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  const { context } = document;
  const reached = new Set<PDFRef>();
  const open: (PDFObject | undefined)[] = [context.trailerInfo.Root, context.trailerInfo.Info];
  while (open.length > 0) {
    const next = open.pop();
    if (next instanceof PDFRef) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(context.lookup(next));
    } else if (next instanceof PDFRawStream) open.push(next.dict);
    else if (next instanceof PDFDict) open.push(...next.values());
    else if (next instanceof PDFArray) open.push(...next.asArray());
  }
  const orphans = context.enumerateIndirectObjects().flatMap(([ref]) => (reached.has(ref) ? [] : [ref]));
  return { document, orphans };
}
