import { type PDFDocument, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { PDFDict, PDFName, PDFString } from '#lib/engines/pdf/objects.ts';
import { assembled } from '../../../../../support/assemble.ts';
import {
  acroForm,
  addLink,
  annotate,
  newPdf,
  objectsOf,
  pageAt,
} from '../../../../../support/pdf-features.ts';
import { readPdf } from '../../../../../support/read-pdf.ts';

/** A document with these text fields, all on its first page. */
async function formPdf(values: Readonly<Record<string, string>>, ...texts: string[]): Promise<PDFDocument> {
  const document = await newPdf(...(texts.length > 0 ? texts : ['form']));
  for (const [name, value] of Object.entries(values)) {
    const field = document.getForm().createTextField(name);
    field.setText(value);
    field.addToPage(pageAt(document, 0), { x: 50, y: 100, width: 100, height: 20 });
  }
  return document;
}

const fieldsOf = async (bytes: Uint8Array) => (await readPdf(bytes)).fields;

describe('forms', () => {
  it('keep their fields and values next to each other', async () => {
    const [a, b] = [await formPdf({ name: 'Ada' }), await formPdf({ city: 'Oslo' })];
    const { bytes, warnings } = await assembled([a, b]);
    expect(await fieldsOf(bytes)).toEqual({ name: 'Ada', city: 'Oslo' });
    expect(warnings).toEqual([]);
  });

  it('with fields of the same name keep both values', async () => {
    const first = await formPdf({ 'person.name': 'Ada', 'person.age': '36', note: 'first' });
    const second = await formPdf({ 'person.name': 'Kurt', 'person.city': 'Wien', note_2: 'second' });
    const third = await formPdf({ note: 'third' });
    const { bytes, warnings } = await assembled([first, second, third]);
    expect(await fieldsOf(bytes)).toMatchObject({
      'person.name': 'Ada',
      'person.age': '36',
      note: 'first',
      'person_2.name': 'Kurt',
      'person_2.city': 'Wien',
      note_2: 'second',
      note_3: 'third',
    });
    expect(warnings).toEqual([
      {
        code: 'fields-renamed',
        part: 1,
        message: "fields are renamed because their names are in use: 'person' to 'person_2'",
      },
      {
        code: 'fields-renamed',
        part: 2,
        message: "fields are renamed because their names are in use: 'note' to 'note_3'",
      },
    ]);
  });

  it('can be filled in afterwards', async () => {
    const { bytes } = await assembled([await formPdf({ name: 'Ada' }), await formPdf({ name: 'Kurt' })]);
    const { document } = await objectsOf(bytes);
    document.getForm().getTextField('name_2').setText('Gödel');
    expect(await fieldsOf(await document.save())).toEqual({ name: 'Ada', name_2: 'Gödel' });
  });

  it('of a part have the fields of its pages only', async () => {
    const document = await formPdf({ one: '1' }, 'first', 'second');
    const field = document.getForm().createTextField('two');
    field.setText('2');
    field.addToPage(pageAt(document, 1));
    const [first, second] = await Promise.all(
      [0, 1].map(async (page) => (await assembled([{ document, pages: [page] }])).bytes),
    );
    expect(await fieldsOf(first as Buffer)).toEqual({ one: '1' });
    expect(await fieldsOf(second as Buffer)).toEqual({ two: '2' });
    for (const bytes of [first, second]) expect((await objectsOf(bytes as Buffer)).orphans).toEqual([]);
  });

  it('without a field on the pages of a part are removed', async () => {
    const document = await formPdf({ one: '1' }, 'first', 'second');
    const { bytes } = await assembled([{ document, pages: [1] }]);
    expect((await objectsOf(bytes)).document.catalog.get(PDFName.of('AcroForm'))).toBeUndefined();
  });

  it('are divided between the widgets of one field', async () => {
    const document = await newPdf('first', 'second', 'third');
    const group = document.getForm().createRadioGroup('choice');
    for (const page of [0, 1, 2]) group.addOptionToPage(`option ${page}`, pageAt(document, page));
    group.select('option 1');
    const { bytes } = await assembled([{ document, pages: [0, 1] }]);
    const { document: read, orphans } = await objectsOf(bytes);
    const field = read.getForm().getRadioGroup('choice');
    expect(field.acroField.getWidgets()).toHaveLength(2);
    expect(field.acroField.dict.get(PDFName.of('V'))).toBeDefined();
    expect(orphans).toEqual([]);
  });

  it('include no widget of another page through actions', async () => {
    const document = await formPdf({ here: '1' }, 'first', 'second');
    const there = document.getForm().createTextField('there');
    there.addToPage(pageAt(document, 1));
    const fields = document.getForm().getFields();
    const Fields = fields.map((field) => field.ref);
    addLink(pageAt(document, 0), { A: { S: 'ResetForm', Fields } });
    const { bytes } = await assembled([{ document, pages: [0] }]);
    const { document: read } = await objectsOf(bytes);
    const named = read.context
      .enumerateIndirectObjects()
      .filter(([, object]) => object.toString().includes('/T '));
    expect(named).toHaveLength(1);
  });

  it('keep their calculation order', async () => {
    const make = async (title: string) => {
      const document = await formPdf({ [`${title}1`]: '1', [`${title}2`]: '2' });
      const refs = document
        .getForm()
        .getFields()
        .map(({ ref }) => ref);
      for (const { acroField } of document.getForm().getFields()) {
        const script = { S: 'JavaScript', JS: PDFString.of('event.value = 1') };
        acroField.dict.set(PDFName.of('AA'), document.context.obj({ C: script }));
      }
      acroForm(document).set(PDFName.of('CO'), document.context.obj(refs.reverse()));
      return document;
    };
    const { bytes } = await assembled([await make('a'), await make('b')]);
    expect((await readPdf(bytes)).calculated).toEqual(['a2', 'a1', 'b2', 'b1']);
  });

  it('keep the scripts that their fields call', async () => {
    const make = async (script: string) => {
      const document = await formPdf({ [script]: '' });
      document.addJavaScript('functions', script);
      return document;
    };
    const { bytes } = await assembled([await make('let a'), await make('let b'), await newPdf('without')]);
    const text = (await objectsOf(bytes)).document.context
      .enumerateIndirectObjects()
      .map(([, object]) => object.toString());
    expect(text.filter((object) => /\/JS/.test(object))).toHaveLength(2);
  });

  it('request new appearances if one of them does', async () => {
    const asking = await formPdf({ a: '' });
    acroForm(asking).set(PDFName.of('NeedAppearances'), asking.context.obj(true));
    const { bytes } = await assembled([await formPdf({ b: '' }), asking]);
    expect(
      acroForm((await objectsOf(bytes)).document)
        .get(PDFName.of('NeedAppearances'))
        ?.toString(),
    ).toBe('true');
  });
});

describe('fonts of forms', () => {
  async function inFont(name: string, base: StandardFonts, value: string) {
    const document = await formPdf({ [name]: value });
    const font = await document.embedFont(base);
    const form = acroForm(document);
    form.set(PDFName.of('DR'), document.context.obj({ Font: { F1: font.ref } }));
    form.set(PDFName.of('DA'), PDFString.of('/F1 9 Tf 0 g'));
    const { dict } = document.getForm().getTextField(name).acroField;
    dict.delete(PDFName.of('DA'));
    return document;
  }

  async function appearances(bytes: Uint8Array) {
    const { document } = await objectsOf(bytes);
    const form = acroForm(document);
    const fonts = form.lookup(PDFName.of('DR'), PDFDict).lookup(PDFName.of('Font'), PDFDict);
    return document
      .getForm()
      .getFields()
      .map((field) => {
        const own = field.acroField.dict.get(PDFName.of('DA')) ?? form.get(PDFName.of('DA'));
        const name = /\/(\S+)/.exec(own?.toString() ?? '')?.[1] ?? '';
        return fonts.lookup(PDFName.of(name), PDFDict).get(PDFName.of('BaseFont'))?.toString();
      });
  }

  it('with the same name remain those of each form', async () => {
    const times = await inFont('a', StandardFonts.TimesRoman, 'Times');
    const courier = await inFont('b', StandardFonts.Courier, 'Courier');
    const again = await inFont('c', StandardFonts.TimesRoman, 'Times again');
    const { bytes } = await assembled([times, courier, again]);
    expect(await appearances(bytes)).toEqual(['/Times-Roman', '/Courier', '/Times-Roman']);
    const fonts = acroForm((await objectsOf(bytes)).document).lookup(PDFName.of('DR'), PDFDict);
    expect(fonts.lookup(PDFName.of('Font'), PDFDict).keys()).toHaveLength(2);
  });

  it('are renamed in free text annotations too', async () => {
    const courier = await inFont('b', StandardFonts.Courier, 'Courier');
    annotate(pageAt(courier, 0), { Subtype: 'FreeText', DA: PDFString.of('0 g /F1 12 Tf') });
    const { bytes } = await assembled([await inFont('a', StandardFonts.TimesRoman, ''), courier]);
    const texts = (await objectsOf(bytes)).document.context.enumerateIndirectObjects();
    const free = texts.map(([, object]) => object.toString()).filter((text) => text.includes('/FreeText'));
    expect(free[0]).toContain('(0 g /F1_2 12 Tf)');
  });
});

describe('features that a form cannot keep', () => {
  it('warns about a broken signature', async () => {
    const document = await newPdf('signed');
    const { context } = document;
    const signature = context.register(
      context.obj({ Type: 'Sig', Filter: 'Adobe.PPKLite', Contents: PDFString.of('x') }),
    );
    const widget = annotate(pageAt(document, 0), {
      Subtype: 'Widget',
      FT: 'Sig',
      T: PDFString.of('signature'),
      V: signature,
    });
    document.catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [widget], SigFlags: 3 }));
    document.catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: signature }));
    const { bytes, warnings } = await assembled([await newPdf('other'), document]);
    expect(warnings).toEqual([
      { code: 'signature-broken', part: 1, message: expect.stringMatching(/signature/) as string },
    ]);
    const { document: read } = await objectsOf(bytes);
    expect(acroForm(read).get(PDFName.of('SigFlags'))?.toString()).toBe('1');
    expect(read.catalog.get(PDFName.of('Perms'))).toBeUndefined();
  });

  it('warns about a removed XFA form', async () => {
    const document = await formPdf({ a: 'plain' });
    acroForm(document).set(PDFName.of('XFA'), PDFString.of('<xdp/>'));
    const { bytes, warnings } = await assembled([document]);
    expect(warnings).toMatchObject([{ code: 'xfa-dropped', part: 0 }]);
    expect(await fieldsOf(bytes)).toEqual({ a: 'plain' });
    expect(acroForm((await objectsOf(bytes)).document).get(PDFName.of('XFA'))).toBeUndefined();
  });
});
