import { PDFDict, PDFName, PDFRef, PDFString, degrees } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import {
  annotateFirst,
  appearanceIn,
  contentOf,
  flattened,
  formsOf,
  name,
  subtypesOf,
} from '../../../../../support/flatten.ts';
import {
  addLayer,
  addLink,
  annotate,
  attachFile,
  newPdf,
  setLayers,
} from '../../../../../support/pdf-features.ts';
import { pagePixels } from '../../../../../support/pdf-pixels.ts';
import { bytesOf } from '../../../../../support/pdf-features.ts';
import { readPdf } from '../../../../../support/read-pdf.ts';

describe('the appearance of an annotation', () => {
  it('fills the rectangle, after its own matrix', async () => {
    const document = await newPdf('1');
    annotateFirst(
      document,
      { Rect: [140, 220, 100, 200] },
      { BBox: [0, 0, 10, 20], Matrix: [0, 1, -1, 0, 0, 0] },
    );
    const result = await flattened(document);
    expect(contentOf(result.document)).toContain('2 0 0 2 140 200 cm');
    expect(subtypesOf(result.document)).toEqual([]);
    expect(result.document.getPage(0).node.has(name('Annots'))).toBe(false);
  });

  it('looks as before', async () => {
    const document = await newPdf('1');
    document.getPage(0).setRotation(degrees(90));
    annotateFirst(
      document,
      { Rect: [50, 100, 200, 130] },
      { BBox: [-5, -5, 5, 5], Matrix: [0, 1, -1, 0, 0, 0] },
    );
    annotateFirst(document, { Rect: [20, 300, 40, 420] });
    const result = await flattened(document);
    expect(await pagePixels(result.bytes)).toEqual(await pagePixels(await bytesOf(document)));
  });

  it('is that of its state', async () => {
    const document = await newPdf('1');
    const [on, off] = [appearanceIn(document, {}, 'on'), appearanceIn(document, {}, 'off')];
    const states = { AP: { N: { On: on, Off: off } } };
    annotateFirst(document, { ...states, AS: 'On' });
    annotateFirst(document, { ...states, AS: 'Other' });
    annotateFirst(document, { ...states });
    const { document: result } = await flattened(document);
    expect([...formsOf(result).values()].map(({ contents }) => Buffer.from(contents).toString())).toEqual([
      'on',
      'off',
    ]);
    expect(contentOf(result).match(/ Do/g)).toHaveLength(2);
  });

  it.each([
    ['the box is empty', {}, { BBox: [0, 0, 0, 10] }],
    ['the box is absent', {}, { BBox: null }],
    ['the rectangle is empty', { Rect: [10, 10, 10, 20] }, {}],
    ['the rectangle is absent', { Rect: 7 }, {}],
    ['the matrix makes the box empty', {}, { Matrix: [0, 0, 0, 0, 0, 0] }],
    ['a number is too large', { Rect: [0, 0, 1e300, 10] }, {}],
    ['the annotation is hidden', { F: 2 }, {}],
    ['the annotation is not for the screen', { F: 32 }, {}],
  ])('is not drawn if %s', async (_, annotation, appearance) => {
    const document = await newPdf('1');
    annotateFirst(document, annotation, appearance);
    const { document: result } = await flattened(document);
    expect(contentOf(result)).not.toContain(' Do');
    expect(subtypesOf(result)).toEqual([]);
  });

  it('stays upright on a rotated page if the annotation does', async () => {
    const document = await newPdf('1');
    document.getPage(0).setRotation(degrees(90));
    annotateFirst(document, { F: 16, Rect: [100, 200, 120, 210] });
    const { document: result } = await flattened(document);
    // The upper left corner stays where it is.
    expect(contentOf(result)).toContain('0 2 -1 0 110 210 cm');
  });

  it('is shown with the layer of the annotation', async () => {
    const document = await newPdf('1');
    const layer = addLayer(document.getPage(0), 'Notes');
    setLayers(document, [layer], {});
    annotateFirst(document, { OC: layer });
    const { document: result } = await flattened(document);
    const [, used] = /\/OC \/(\w+) BDC\nq\n/.exec(contentOf(result)) ?? [];
    const properties = result.getPage(0).node.Resources()?.lookup(name('Properties'), PDFDict);
    const group = properties?.lookup(PDFName.of(used ?? ''), PDFDict);
    expect(String(group?.get(name('Name')))).toBe('(Notes)');
  });

  it('keeps the resources that it has from the page', async () => {
    const document = await newPdf('1');
    const { context } = document;
    annotateFirst(document, {}, { Resources: null });
    // Readers would take what follows for a part of the string.
    document.getPage(0).node.addContentStream(context.register(context.stream('(open')));
    const { document: result } = await flattened(document);
    const forms = [...formsOf(result).values()].map(({ dict }) => dict.lookup(name('Resources'), PDFDict));
    expect(forms.map((resources) => resources.has(name('Font')))).toEqual([true, true]);
  });

  it('is one object for annotations that share it', async () => {
    const document = await newPdf('1', '2');
    const AP = { N: appearanceIn(document) };
    for (const page of document.getPages()) {
      annotate(page, { Subtype: 'Square', AP });
      annotate(page, { Subtype: 'Square', AP, Rect: [0, 0, 5, 5] });
    }
    const { document: result } = await flattened(document);
    expect(formsOf(result).size).toBe(1);
    expect([...formsOf(result).values()]).toEqual([...formsOf(result, 1).values()]);
    expect(contentOf(result, 1).match(/ Do/g)).toHaveLength(2);
  });

  it('is drawn after content that leaves something open', async () => {
    const document = await newPdf('1');
    const { context } = document;
    document.getPage(0).node.set(name('Contents'), context.register(context.stream('q 0 0 0 0 0 0 cm BT')));
    annotateFirst(document);
    const { document: result } = await flattened(document);
    expect(contentOf(result)).toMatch(/BT\nET\nQ\nQ\nq\n/);
  });

  it('adds nothing to the resources of other pages', async () => {
    const document = await newPdf('1', '2');
    const resources = document.context.register(
      document.context.obj({ XObject: {}, Font: {}, ExtGState: {} }),
    );
    for (const page of document.getPages()) page.node.set(name('Resources'), resources);
    annotateFirst(document);
    const { document: result } = await flattened(document);
    expect([formsOf(result).size, formsOf(result, 1).size]).toEqual([1, 0]);
  });
});

describe('flattened pages', () => {
  it('keep links, multimedia and what is no annotation', async () => {
    const document = await newPdf('1');
    const page = document.getPage(0);
    addLink(page, { A: { S: 'URI', URI: PDFString.of('https://example.com') } });
    for (const Subtype of ['Screen', 'Movie', 'Sound', '3D', 'RichMedia']) {
      annotateFirst(document, { Subtype });
    }
    annotate(page, {});
    annotate(page, { Subtype: 'Unheard' });
    annotateFirst(document);
    const { document: result } = await flattened(document);
    const kept = ['Link', 'Screen', 'Movie', 'Sound', '3D', 'RichMedia', 'ndefined', 'Unheard'];
    expect(subtypesOf(result)).toEqual(kept);
  });

  it('lose the popups of annotations that they lose', async () => {
    const document = await newPdf('1');
    const page = document.getPage(0);
    const gone = annotateFirst(document);
    const kept = annotateFirst(document, { Subtype: 'Sound' });
    annotate(page, { Subtype: 'Popup', Parent: gone });
    annotate(page, { Subtype: 'Popup', Parent: kept });
    annotate(page, { Subtype: 'Popup' });
    const { document: result } = await flattened(document);
    expect(subtypesOf(result)).toEqual(['Sound', 'Popup']);
  });

  it('keep what the scope excludes', async () => {
    const document = await newPdf('1');
    annotateFirst(document);
    annotateFirst(document, { Subtype: 'Widget' });
    expect(subtypesOf((await flattened(document, 'forms')).document)).toEqual(['Square']);
    expect(subtypesOf((await flattened(document, 'annotations')).document)).toEqual(['Widget']);
  });

  it('lose the objects of annotations', async () => {
    const document = await newPdf('1');
    annotateFirst(document, { Contents: PDFString.of('Secret'), F: 2 });
    const { bytes } = await flattened(document);
    expect(bytes.includes('Secret')).toBe(false);
  });

  it('keep the files of annotations as attachments', async () => {
    const document = await newPdf('1');
    await attachFile(document, 'data.xml', 'old');
    const other = await newPdf('1');
    await attachFile(other, 'data.xml', 'new');
    const { context } = document;
    const embedded = context.register(context.stream('new'));
    const FS = context.obj({ Type: 'Filespec', F: PDFString.of('data.xml'), EF: { F: embedded } });
    annotateFirst(document, { Subtype: 'FileAttachment', FS });
    annotateFirst(document, { Subtype: 'FileAttachment', FS: context.register(FS) });
    const { bytes } = await flattened(document);
    const { attachments } = await readPdf(bytes);
    expect(attachments).toMatchObject({ 'data.xml': 'old', 'data-2.xml': 'new' });
  });

  it('warn of comments, whose text was in windows', async () => {
    const document = await newPdf('1');
    annotateFirst(document, { Contents: PDFString.of('Really?') });
    annotateFirst(document, { Contents: PDFString.of('') });
    annotateFirst(document, { Subtype: 'FreeText', Contents: PDFString.of('Visible') });
    annotateFirst(document, { Subtype: 'Widget', Contents: PDFString.of('Help') });
    expect((await flattened(document)).warnings).toEqual([
      { code: 'comments-dropped', message: 'The text of a comment is not on its page and is removed.' },
    ]);
  });
});

describe('a hostile document', () => {
  const broken = {
    AP: { N: 7 },
    AS: [1],
    BS: 5,
    C: [1e300, -5, PDFName.of('a')],
    CA: -3,
    CL: [0],
    Contents: 9,
    DA: PDFString.of('/F 1e999 Tf 1 2 3 4 5 k g rg'),
    F: 1e300,
    IC: [1, 2],
    InkList: [[1], 5, [1, 2, 3]],
    L: [1, 2, 3],
    LE: [5, PDFName.of('constructor')],
    QuadPoints: [1, 2, 3],
    RD: [1, 2],
    Vertices: {},
  };

  it.each([
    ...['Caret', 'Circle', 'FileAttachment', 'FreeText', 'Highlight', 'Ink', 'Line', 'PolyLine', 'Polygon'],
    ...['Redact', 'Square', 'Squiggly', 'Stamp', 'StrikeOut', 'Text', 'Underline', 'Widget'],
  ])('with a broken %s is flattened', async (Subtype) => {
    const document = await newPdf('1');
    annotate(document.getPage(0), { Subtype, ...broken });
    annotate(document.getPage(0), { Subtype, ...broken, Rect: [-1e9, -1e9, 1e9, 1e9] });
    annotate(document.getPage(0), { Subtype, ...broken, F: 0, Rect: [1, 1, 1, 1] });
    expect((await flattened(document)).document.getPageCount()).toBe(1);
  });

  it('with cycles is flattened', async () => {
    const document = await newPdf('1');
    const { context, catalog } = document;
    const [field, kid] = [context.nextRef(), context.nextRef()];
    context.assign(field, context.obj({ FT: 'Tx', Kids: [kid, field], Parent: kid }));
    context.assign(kid, context.obj({ Subtype: 'Widget', Rect: [0, 0, 9, 9], Kids: [field], Parent: field }));
    document.getPage(0).node.set(name('Annots'), context.obj([kid, field, document.getPage(0).ref]));
    catalog.set(name('AcroForm'), context.obj({ Fields: [field, kid, document.getPage(0).ref], CO: [kid] }));
    const { document: result } = await flattened(document);
    expect(result.getPageCount()).toBe(1);
    expect(result.catalog.has(name('AcroForm'))).toBe(false);
  });

  it('whose appearance draws itself is flattened', async () => {
    const document = await newPdf('1');
    const ref = PDFRef.of(document.context.largestObjectNumber + 1);
    annotateFirst(document, {}, { Resources: { XObject: { Fm: ref } } });
    expect((await flattened(document)).document.getPageCount()).toBe(1);
  });
});
