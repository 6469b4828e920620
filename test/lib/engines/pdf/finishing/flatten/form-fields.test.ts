import { PDFArray, PDFDict, PDFDocument, type PDFRef, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import {
  annotateFirst,
  contentOf,
  flattened,
  formsOf,
  name,
  streamText,
  subtypesOf,
} from '../../../../../support/flatten.ts';
import { annotate, bytesOf, newPdf } from '../../../../../support/pdf-features.ts';
import { everythingPdf } from '../../../../../support/everything-pdf.ts';
import { pagePixels } from '../../../../../support/pdf-pixels.ts';

const fieldsIn = (document: PDFDocument, ...Fields: PDFRef[]): PDFDict => {
  const form = document.context.obj({ Fields, CO: Fields });
  document.catalog.set(name('AcroForm'), form);
  return form;
};

describe('form fields', () => {
  it('look as before, and there is no form', async () => {
    const document = await newPdf('1', '2');
    const form = document.getForm();
    form.createTextField('name').addToPage(document.getPage(0), { x: 20, y: 20, width: 200, height: 30 });
    form.getTextField('name').setText('Ada Lovelace');
    form.createCheckBox('yes').addToPage(document.getPage(1), { x: 20, y: 20, width: 30, height: 30 });
    form.getCheckBox('yes').check();
    form.createDropdown('of').addToPage(document.getPage(1), { x: 20, y: 80, width: 90, height: 30 });
    form.updateFieldAppearances();
    const before = await bytesOf(document);
    const result = await flattened(await PDFDocument.load(before));
    expect(await pagePixels(result.bytes)).toEqual(await pagePixels(before));
    expect(result.document.catalog.has(name('AcroForm'))).toBe(false);
    expect(result.bytes.includes('/Widget')).toBe(false);
  });

  it('take no other part of a document away', async () => {
    const document = await PDFDocument.load(await everythingPdf(3), { updateMetadata: false });
    const { document: result } = await flattened(document, 'forms');
    expect(result.catalog.keys().map(String)).toEqual(
      (await flattened(document, 'annotations')).document.catalog
        .keys()
        .map(String)
        .filter((key) => key !== '/AcroForm'),
    );
  });

  it('without an appearance stay if they have a value, with the fields above them', async () => {
    const document = await newPdf('1');
    const { context } = document;
    const [parent, group] = [context.nextRef(), context.nextRef()];
    const filled = annotate(document.getPage(0), {
      Subtype: 'Widget',
      FT: 'Tx',
      V: PDFString.of('Ada'),
      Parent: parent,
    });
    const drawn = annotateFirst(document, { Subtype: 'Widget', FT: 'Tx', Parent: parent });
    const empty = annotate(document.getPage(0), { Subtype: 'Widget', FT: 'Tx', Parent: group });
    context.assign(parent, context.obj({ T: PDFString.of('a'), Kids: [drawn, filled] }));
    context.assign(group, context.obj({ T: PDFString.of('b'), Kids: [empty] }));
    fieldsIn(document, parent, group);
    const { document: result } = await flattened(document);
    expect(subtypesOf(result)).toEqual(['Widget']);
    const form = result.catalog.lookup(name('AcroForm'), PDFDict);
    for (const key of ['Fields', 'CO']) expect(form.lookup(name(key), PDFArray).size()).toBe(1);
    const kids = form.lookup(name('Fields'), PDFArray).lookup(0, PDFDict).lookup(name('Kids'), PDFArray);
    expect(kids.asArray().map((kid) => String(result.context.lookup(kid, PDFDict).get(name('V'))))).toEqual([
      '(Ada)',
    ]);
  });

  it('without an appearance go if they show nothing', async () => {
    const document = await newPdf('1');
    const widgets = [
      { FT: 'Tx', V: PDFString.of('') },
      { FT: 'Btn', V: 'Off', MK: { CA: PDFString.of('4') } },
      { FT: 'Sig', V: { Type: 'Sig' } },
      { FT: 'Tx', V: PDFString.of('hidden'), F: 2 },
    ].map((entries) => annotate(document.getPage(0), { Subtype: 'Widget', ...entries }));
    fieldsIn(document, ...widgets);
    const { document: result } = await flattened(document);
    expect(subtypesOf(result)).toEqual([]);
    expect(result.catalog.has(name('AcroForm'))).toBe(false);
  });

  it('without an appearance and a text show their border and background', async () => {
    const document = await newPdf('1');
    annotate(document.getPage(0), { Subtype: 'Widget', FT: 'Tx', MK: { BC: [1, 0, 0], BG: [0.5] } });
    const { document: result } = await flattened(document);
    const [form] = formsOf(result).values();
    expect(streamText(form).split('\n')).toEqual(expect.arrayContaining(['1 0 0 RG', '0.5 g', 'B']));
    expect(subtypesOf(result)).toEqual([]);
  });

  describe('that are push buttons without an appearance', () => {
    const pushButton = async (look: object, more: object = {}) => {
      const document = await newPdf('1');
      const button = annotate(document.getPage(0), {
        ...{ Subtype: 'Widget', FT: 'Btn', Ff: 65_536, T: PDFString.of('Send'), Rect: [10, 10, 110, 40] },
        DA: PDFString.of('/Helv 12 Tf 0 0 1 rg'),
        MK: { CA: PDFString.of('Send it'), ...look },
        ...more,
      });
      return { document, button };
    };

    it('show their caption in the middle of their frame', async () => {
      const { document, button } = await pushButton({ BC: [1, 0, 0], BG: [0.5] });
      fieldsIn(document, button);
      const { document: result } = await flattened(document);
      const [form] = formsOf(result).values();
      const content = streamText(form).split('\n');
      expect(content).toEqual(expect.arrayContaining(['1 0 0 RG', '0.5 g', '/Helv 12 Tf', '0 0 1 rg']));
      expect(content.join()).toContain(`<${Buffer.from('Send it').toString('hex')}> Tj`);
      const x = Number(/1 0 0 1 ([\d.]+) [\d.]+ Tm/.exec(content.join())?.[1]);
      // The words are 37.36 points wide.
      expect(x).toBeCloseTo((100 - 37.36) / 2, 2);
      expect(subtypesOf(result)).toEqual([]);
    });

    it('stay if they are not in the form, or have an icon beside the caption', async () => {
      const { document: alone } = await pushButton({});
      expect(subtypesOf((await flattened(alone)).document)).toEqual(['Widget']);
      const { document, button } = await pushButton({ TP: 2 });
      fieldsIn(document, button);
      expect(subtypesOf((await flattened(document)).document)).toEqual(['Widget']);
    });
  });

  it('show the state that their value names if they name none', async () => {
    const document = await newPdf('1');
    const parent = document.context.nextRef();
    const widget = annotateFirst(document, { Subtype: 'Widget', Parent: parent });
    const dict = document.context.lookup(widget, PDFDict);
    const states = dict.lookup(name('AP'), PDFDict);
    states.set(name('N'), document.context.obj({ Yes: states.get(name('N')) }));
    document.context.assign(parent, document.context.obj({ FT: 'Btn', V: 'Yes', Kids: [widget] }));
    expect(contentOf((await flattened(document)).document)).toContain(' Do');
    document.context.assign(parent, document.context.obj({ FT: 'Btn', Kids: [widget] }));
    expect(contentOf((await flattened(document)).document)).not.toContain(' Do');
  });
});
