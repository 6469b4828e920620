import { describe, expect, it } from 'vitest';
import {
  PDFArray,
  PDFDict,
  PDFName,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRef,
  PDFString,
  PDFContext,
} from '#lib/engines/pdf/objects.ts';
import { assembled } from '../../../../../support/assemble.ts';
import { acroForm, annotate, newPdf, objectsOf, pageAt } from '../../../../../support/pdf-features.ts';
import { readPdf } from '../../../../../support/read-pdf.ts';

const arrayOf = (...refs: PDFRef[]) => PDFContext.create().obj(refs);

const fieldsOf = async (bytes: Uint8Array) => (await readPdf(bytes)).fields;

describe('damaged forms', () => {
  it('may have cyclic trees', async () => {
    const document = await newPdf('1');
    const { context, catalog } = document;
    const refs = Array.from({ length: 30 }, () => context.nextRef());
    for (const ref of refs) context.assign(ref, context.obj({ T: PDFString.of('x'), Kids: refs }));
    catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: refs }));
    const { bytes } = await assembled([document, document]);
    expect((await objectsOf(bytes)).document.getPageCount()).toBe(2);
  });

  it('that list no fields keep the widgets of pages, and no others', async () => {
    const document = await newPdf('1', '2');
    const { context } = document;
    const parent = context.nextRef();
    const widgets = [0, 1].map((page) =>
      annotate(pageAt(document, page), {
        Subtype: 'Widget',
        Parent: parent,
        Contents: PDFString.of(`widget ${page}`),
      }),
    );
    context.assign(parent, context.obj({ FT: 'Tx', T: PDFString.of('stray'), Kids: widgets }));
    const { bytes } = await assembled([{ document, pages: [0] }]);
    const { document: read } = await objectsOf(bytes);
    const kids = read.context.enumerateIndirectObjects().flatMap(([, object]) => {
      if (!(object instanceof PDFDict) || !object.has(PDFName.of('T'))) return [];
      const list = object.lookup(PDFName.of('Kids'));
      return list instanceof PDFArray ? [list] : [];
    });
    expect(kids.map((list) => list.size())).toEqual([1]);
    expect(kids[0]?.get(0)).toBeInstanceOf(PDFRef);
    expect((await objectsOf(bytes)).orphans).toEqual([]);
  });
});

describe('forms with an invalid list of fields', () => {
  /** A field with a widget on each of two pages, and a field that is its own widget. `fields` makes the list. */
  async function broken(fields: (refs: { parent: PDFRef; widget: PDFRef; own: PDFRef }) => PDFObject) {
    const document = await newPdf('1', '2');
    const { context, catalog } = document;
    const parent = context.nextRef();
    const [widget, other] = [0, 1].map((page) =>
      annotate(pageAt(document, page), { Subtype: 'Widget', Parent: parent }),
    ) as [PDFRef, PDFRef];
    const entries = { FT: 'Tx', T: PDFString.of('name'), V: PDFString.of('Ada') };
    context.assign(parent, context.obj({ ...entries, Kids: [widget, other] }));
    const own = annotate(pageAt(document, 0), { Subtype: 'Widget', ...entries, T: PDFString.of('own') });
    catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: fields({ parent, widget, own }) }));
    return document;
  }

  const dangling = PDFRef.of(9999);

  it.each([
    ['null', () => PDFNull],
    ['no array', () => PDFNumber.of(3)],
    ['an array of references to nothing', () => arrayOf(dangling)],
    ['an empty array', () => arrayOf()],
    ['an array of widgets', ({ widget, own }: Record<'widget' | 'own', PDFRef>) => arrayOf(widget, own)],
  ])('keep their fields in a part: %s', async (_, fields) => {
    const { bytes } = await assembled([{ document: await broken(fields), pages: [0] }]);
    expect(await fieldsOf(bytes)).toEqual({ name: 'Ada', own: 'Ada' });
    const { document, orphans } = await objectsOf(bytes);
    const [first] = acroForm(document).lookup(PDFName.of('Fields'), PDFArray).asArray();
    expect(document.context.lookup(first, PDFDict).lookup(PDFName.of('Kids'), PDFArray).size()).toBe(1);
    expect(orphans).toEqual([]);
  });

  it('keep them in a whole document', async () => {
    const { bytes } = await assembled([await broken(() => PDFNull)]);
    expect(await fieldsOf(bytes)).toEqual({ name: 'Ada', own: 'Ada' });
  });

  it('may have fields above themselves', async () => {
    const document = await broken(() => PDFNull);
    const widget = annotate(pageAt(document, 0), { Subtype: 'Widget', T: PDFString.of('loop') });
    document.context.lookup(widget, PDFDict).set(PDFName.of('Parent'), widget);
    const { bytes } = await assembled([{ document, pages: [0] }]);
    expect(await fieldsOf(bytes)).toMatchObject({ name: 'Ada' });
  });
});
