import { PDFDict, PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { FormValue } from '#lib/api/fields/finishing/form-field.ts';
import { AppError } from '#lib/base/app-error.ts';
import { OptionFault } from '#lib/base/input-fault.ts';
import {
  appearanceOf,
  filled,
  firstField,
  formPdf,
  shownTexts,
  widgetsIn,
} from '../../../../../support/form-pdf.ts';
import { rawStream } from '../../../../../support/raw-pdf.ts';

const flag = (position: number): string => `/Ff ${2 ** (position - 1)}`;
const valueIn = (form: ReturnType<typeof filled>['form'], name: string) =>
  form.find((field) => field.name === name)?.value;

/** What is wrong with values, as a request reports it. */
function faults(pdf: Buffer, values: Record<string, FormValue>): string[] {
  try {
    filled(pdf, values);
  } catch (error) {
    if (!(error instanceof OptionFault)) throw error;
    const reported = error.inField();
    expect(reported).toBeInstanceOf(AppError);
    expect(reported.code).toBe('invalid-field');
    return reported.errors.map(({ field, message }) => `${field} ${message}`);
  }
  return [];
}

async function needsAppearances(bytes: Buffer): Promise<boolean> {
  const { catalog } = await PDFDocument.load(bytes);
  return catalog.lookup(PDFName.of('AcroForm'), PDFDict).has(PDFName.of('NeedAppearances'));
}

const checkBox = (state: string): string => `/FT/Btn/AS/Off/AP<</N<</${state} 90 0 R/Off 90 0 R>>>>`;
const drawing = { 90: rawStream('/Type/XObject/Subtype/Form/BBox[0 0 9 9]', '0 0 9 9 re f') };

describe('a text field', () => {
  it('gets its value and shows it', async () => {
    const { bytes, form } = filled(formPdf(['/FT/Tx/T(name)/V(old)/RV(<p>old</p>)']), { name: 'Größe €' });
    expect(valueIn(form, 'name')).toBe('Größe €');
    const [widget] = await widgetsIn(bytes);
    expect(shownTexts(appearanceOf(widget).content)).toEqual(['Größe \x80']);
    expect(widget?.has(PDFName.of('RV'))).toBe(false);
  });

  it('is cleared by null, also if it inherits a value', () => {
    const own = filled(formPdf(['/FT/Tx/T(name)/V(old)']), { name: null });
    expect(valueIn(own.form, 'name')).toBeNull();
    const pdf = formPdf(['/FT/Tx/T(a)/V(old)/Kids[21 0 R]', '/T(b)/Parent 20 0 R'], { roots: [0] });
    expect(valueIn(filled(pdf, { 'a.b': null }).form, 'a.b')).toBe('');
  });

  it('has a name of dots, in UTF-16, and attributes of its ancestors', () => {
    const pdf = formPdf(
      ['/FT/Tx/T(person)/MaxLen 3/Kids[21 0 R]', '/T<FEFF006E00E4006D0065>/Parent 20 0 R'],
      { roots: [0] },
    );
    expect(valueIn(filled(pdf, { 'person.näme': 'abc' }).form, 'person.näme')).toBe('abc');
    expect(faults(pdf, { 'person.näme': 'abcd' })).toEqual([
      "form 'person.näme' must have at most 3 characters, not 4",
    ]);
  });

  it('shows its value in all its widgets, which have no values of their own', async () => {
    const fields = ['/FT/Tx/T(a)/Kids[21 0 R 22 0 R]', '/Parent 20 0 R/V(own)', '/Parent 20 0 R'];
    const { bytes } = filled(formPdf(fields, { roots: [0] }), { a: 'same' });
    const [, ...kids] = await widgetsIn(bytes);
    expect(kids.map((kid) => shownTexts(appearanceOf(kid).content))).toEqual([['same'], ['same']]);
    expect(kids.map((kid) => kid.has(PDFName.of('V')))).toEqual([false, false]);
  });

  it('can be read-only', () => {
    expect(valueIn(filled(formPdf([`/FT/Tx/T(a)${flag(1)}`]), { a: 'x' }).form, 'a')).toBe('x');
  });

  it('shares its name and value with fields of the same name', () => {
    const { form } = filled(formPdf(['/FT/Tx/T(a)', '/FT/Tx/T(a)']), { a: 'x' });
    expect(form.map(({ value }) => value)).toEqual(['x', 'x']);
  });
});

describe('a check box', () => {
  const pdf = formPdf([`${checkBox('On')}/T(check)`], { objects: drawing });

  it.each([
    [true, 'On'],
    ['On', 'On'],
    [false, 'Off'],
    ['Off', 'Off'],
    [null, 'Off'],
  ])('takes %j', async (value, state) => {
    const { bytes, form } = filled(pdf, { check: value });
    expect(valueIn(form, 'check')).toBe(state);
    expect(String((await widgetsIn(bytes))[0]?.get(PDFName.of('AS')))).toBe(`/${state}`);
  });

  it('takes nothing else', () => {
    expect(faults(pdf, { check: 'Yes' })).toEqual(["form 'check' must be one of true, false, 'On'"]);
  });

  it('of several states takes the name of one, and selects all widgets with that state', async () => {
    const fields = [
      '/FT/Btn/T(c)/Kids[21 0 R 22 0 R 23 0 R]',
      ...['A', 'B', 'A'].map((state) => `/Parent 20 0 R${checkBox(state)}`),
    ];
    const several = formPdf(fields, { roots: [0], objects: drawing });
    expect(faults(several, { c: true })).toEqual(["form 'c' must be one of false, 'A', 'B'"]);
    const [, ...kids] = await widgetsIn(filled(several, { c: 'A' }).bytes);
    expect(kids.map((kid) => String(kid.get(PDFName.of('AS'))))).toEqual(['/A', '/Off', '/A']);
  });

  it('without appearances gets them', async () => {
    const { bytes, form } = filled(formPdf(['/FT/Btn/T(c)/MK<</BC[0]/CA(8)>>']), { c: true });
    expect(valueIn(form, 'c')).toBe('Yes');
    const [widget] = await widgetsIn(bytes);
    expect(appearanceOf(widget, 'Yes').content).toContain('\nf\n');
    expect(appearanceOf(widget, 'Off').content).not.toContain('f\n');
  });
});

describe('a group of radio buttons', () => {
  const group = (states: readonly string[], entries: string): Buffer =>
    formPdf(
      [
        `/FT/Btn/T(r)/V/${states[0]}/Kids[${states.map((_, index) => `${firstField + 1 + index} 0 R`).join(' ')}]${entries}`,
        ...states.map((state) => `/Parent 20 0 R${checkBox(state)}`),
      ],
      { roots: [0], objects: drawing },
    );
  const states = async (bytes: Buffer): Promise<string[]> =>
    (await widgetsIn(bytes)).slice(1).map((kid) => String(kid.get(PDFName.of('AS'))));
  const radio = 2 ** 15;
  const noToggleToOff = 2 ** 14;
  const inUnison = 2 ** 25;

  it('selects the button with a state', async () => {
    const { bytes, form } = filled(group(['a', 'b'], `/Ff ${radio}`), { r: 'b' });
    expect(valueIn(form, 'r')).toBe('b');
    expect(await states(bytes)).toEqual(['/Off', '/b']);
  });

  it('selects the button with an export value', async () => {
    const pdf = group(['0', '1'], `/Ff ${radio}/Opt[(Visa)(Master)]`);
    const { bytes, form } = filled(pdf, { r: 'Master' });
    expect(form[0]).toMatchObject({ value: '1', options: ['0', '1'], labels: ['Visa', 'Master'] });
    expect(await states(bytes)).toEqual(['/Off', '/1']);
    expect(faults(pdf, { r: 'Amex' })).toEqual(["form 'r' must be one of 'Visa', 'Master', null"]);
  });

  it('is cleared by null unless one must be selected', async () => {
    expect(await states(filled(group(['a', 'b'], `/Ff ${radio}`), { r: null }).bytes)).toEqual([
      '/Off',
      '/Off',
    ]);
    expect(faults(group(['a', 'b'], `/Ff ${radio + noToggleToOff}`), { r: null })).toEqual([
      "form 'r' must be one of 'a', 'b'",
    ]);
  });

  it('selects buttons of one state together if they are in unison', async () => {
    const equal = ['a', 'b', 'a'];
    const together = filled(group(equal, `/Ff ${radio + inUnison}`), { r: 'a' });
    expect(await states(together.bytes)).toEqual(['/a', '/Off', '/a']);
    const alone = filled(group(equal, `/Ff ${radio}`), { r: 'a' });
    expect(await states(alone.bytes)).toEqual(['/a', '/Off', '/Off']);
  });
});

describe('a choice', () => {
  const options = '/Opt[[(DE)(Germany)][(FR)(France)](Other)]';
  const combo = 2 ** 17;
  const edit = 2 ** 18;
  const multiSelect = 2 ** 21;

  it.each(['FR', 'France'])('takes the option %s, and shows its text', async (value) => {
    const { bytes, form } = filled(formPdf([`/FT/Ch/T(c)${options}/Ff ${combo}`]), { c: value });
    expect(form[0]).toMatchObject({
      value: 'FR',
      options: ['DE', 'FR', 'Other'],
      labels: ['Germany', 'France', 'Other'],
    });
    expect(shownTexts(appearanceOf((await widgetsIn(bytes))[0]).content)).toEqual(['France']);
  });

  it('takes other text only if it is editable', () => {
    expect(faults(formPdf([`/FT/Ch/T(c)${options}/Ff ${combo}`]), { c: 'Spain' })).toEqual([
      "form 'c' must be one of 'DE', 'FR', 'Other', null",
    ]);
    const { form } = filled(formPdf([`/FT/Ch/T(c)${options}/Ff ${combo + edit}`]), { c: 'Spain' });
    expect(valueIn(form, 'c')).toBe('Spain');
  });

  it('takes several options as an array', async () => {
    const { bytes, form } = filled(formPdf([`/FT/Ch/T(c)${options}/Ff ${multiSelect}/Rect[0 0 99 99]`]), {
      c: ['Other', 'DE'],
    });
    expect(valueIn(form, 'c')).toEqual(['Other', 'DE']);
    const [widget] = await widgetsIn(bytes);
    expect(String(widget?.lookup(PDFName.of('I')))).toBe('[ 0 2 ]');
    const { content } = appearanceOf(widget);
    expect(shownTexts(content)).toEqual(['Germany', 'France', 'Other']);
    expect(content.match(/ re$| re f$/gm)).toHaveLength(2);
    expect(faults(formPdf([`/FT/Ch/T(c)${options}`]), { c: ['DE'] })).toEqual([
      "form 'c' must be one of 'DE', 'FR', 'Other', null",
    ]);
  });

  it('shows the selected option of a long list', async () => {
    const many = Array.from({ length: 50 }, (_, index) => `(option ${index})`).join('');
    const { bytes } = filled(formPdf([`/FT/Ch/T(c)/Opt[${many}]/Rect[0 0 99 60]`]), { c: 'option 40' });
    expect(shownTexts(appearanceOf((await widgetsIn(bytes))[0]).content)).toContain('option 40');
  });
});

describe('values that fields cannot have', () => {
  const pdf = formPdf(['/FT/Tx/T(text)', `/FT/Btn/T(push)${flag(17)}`, '/FT/Sig/T(sig)', '/T(none)']);

  it('are reported together, and name the field', () => {
    expect(faults(pdf, { text: true, push: true, sig: 'x', none: 'x', missing: 'x' })).toEqual([
      "form 'text' is a text field: its value must be a string, a number or null",
      "form 'push' is a push button, which has no value",
      "form 'sig' is a signature field, which cannot be filled",
      "form 'none' has no type, and cannot be filled",
      "form names 'missing', which is not a form field of the PDF; its form fields are 'text', 'push', 'sig', 'none'",
    ]);
  });

  it('name a part of long lists', () => {
    const fields = Array.from({ length: 30 }, (_, index) => `/FT/Tx/T(${index}${'x'.repeat(100)})`);
    const [fault = ''] = faults(formPdf(fields), { missing: '' });
    expect(fault).toContain(' and 20 more');
    expect(fault.length).toBeLessThan(1000);
  });

  it('are all names of a document without a form', () => {
    expect(faults(formPdf([]), { a: 'x' })).toEqual([
      "form names 'a', which is not a form field of the PDF; the PDF has no form fields",
    ]);
  });
});

describe('a form', () => {
  it('loses NeedAppearances when all fields have appearances of their values', async () => {
    const fields = ['/FT/Tx/T(a)', '/FT/Tx/T(b)/V(kept)', '/FT/Btn/T(c)'];
    const { bytes } = filled(formPdf(fields, { form: '/NeedAppearances true' }), { a: 'x' });
    expect(await needsAppearances(bytes)).toBe(false);
    expect(shownTexts(appearanceOf((await widgetsIn(bytes))[1]).content)).toEqual(['kept']);
  });

  it('with NeedAppearances shows the values of all fields, also of those whose appearance was of another', async () => {
    const fields = ['/FT/Tx/T(a)', '/FT/Tx/T(b)/V(new)/AP<</N 90 0 R>>'];
    const pdf = formPdf(fields, { form: '/NeedAppearances true', objects: drawing });
    const { bytes } = filled(pdf, { a: 'x' });
    expect(await needsAppearances(bytes)).toBe(false);
    expect(shownTexts(appearanceOf((await widgetsIn(bytes))[1]).content)).toEqual(['new']);
  });

  it('keeps NeedAppearances, and the appearance of a value that a script has formatted', async () => {
    const fields = ['/FT/Tx/T(a)', '/FT/Tx/T(b)/V(5)/AP<</N 90 0 R>>/AA<</F<</S/JavaScript/JS(x)>>>>'];
    const pdf = formPdf(fields, { form: '/NeedAppearances true', objects: drawing });
    const { bytes } = filled(pdf, { a: 'x' });
    expect(await needsAppearances(bytes)).toBe(true);
    expect(appearanceOf((await widgetsIn(bytes))[1]).content).toContain('0 0 9 9 re f');
  });

  it('warns about scripts that it does not run', () => {
    const script = '<</S/JavaScript/JS(x)>>';
    const fields = [
      `/FT/Tx/T(price)/AA<</F ${script}/K ${script}>>`,
      `/FT/Tx/T(total)/AA<</C ${script}>>`,
      '/FT/Tx/T(tax)',
      '/FT/Tx/T(note)',
    ];
    const pdf = formPdf(fields, { form: '/CO[21 0 R 22 0 R]' });
    expect(filled(pdf, { price: '5' }).finishingWarnings).toEqual([
      {
        code: 'script-not-run',
        message:
          "Scripts of the form were not run. Fields that they calculate keep their values: 'total', 'tax'.",
      },
      {
        code: 'script-not-run',
        message:
          "Scripts of the form were not run. Values that they format or check are as they were sent: 'price'.",
      },
    ]);
    expect(filled(formPdf(['/FT/Tx/T(note)']), { note: 'x' }).finishingWarnings).toEqual([]);
  });

  it('warns about values that are longer than their fields', () => {
    expect(filled(formPdf(['/FT/Tx/T(a)']), { a: 'long '.repeat(40) }).finishingWarnings).toEqual([
      {
        code: 'value-clipped',
        message: "Values are longer than their form fields, which show a part of them: 'a'.",
      },
    ]);
  });

  it('has one appearance for equal widgets', () => {
    const fields = Array.from({ length: 50 }, () => '/FT/Tx/T(a)/Rect[0 0 100 20]');
    const { bytes } = filled(formPdf(fields), { a: 'x'.repeat(200) });
    expect(bytes.length).toBeLessThan(6000);
  });
});

describe('hostile forms', () => {
  it('end, whatever they contain', () => {
    const cyclic = formPdf(
      ['/FT/Tx/T(a)/Kids[21 0 R]/Parent 21 0 R', '/T(b)/Parent 20 0 R/Kids[20 0 R 21 0 R]'],
      { roots: [0] },
    );
    expect(filled(cyclic, { 'b.a': 'x' }).form.map(({ value }) => value)).toContain('x');
    const entries = [
      '/Rect[0 0 1e30 1e30]',
      '/Rect[9 9 9 9]',
      '/Rect 7',
      '/DA(/Win 1e9 Tf 1 0 k)',
      '/DA 7',
      '/DA(Tf g rg / 7 Tf)',
      '/MaxLen 1e300/Ff 16777216',
      '/MaxLen 99999999/Ff 16777216',
      '/MaxLen -3',
      '/MK 7',
      '/MK<</R 45/BG[1 2]/BC[(x)]/CA 7>>',
      '/BS<</W 1e30/S/X/D[0 0]>>/MK<</BC[0]>>',
      '/BS<</W -5/S/D/D[-1]>>/MK<</BC[0 0 0 0]>>',
      '/Border[1 1]',
      '/Q 77',
      '/Ff(x)',
      '/DR<</Font<</Win 7>>>>',
      '/DR<</Font<</Win<</Subtype/Type1/Widths[7]/FirstChar 1e9/Encoding<</Differences[1e9/A/B 5.5/C]>>>>>>>>',
    ];
    for (const entry of entries) {
      const { form } = filled(formPdf([`/FT/Tx/T(a)${entry}`]), { a: 'x' });
      expect(valueIn(form, 'a')).toBe('x');
    }
  });

  it('of lists, kids and cells in hundreds of thousands end', () => {
    const many = 200_000;
    const options = '(a)'.repeat(many);
    const list = filled(
      formPdf([`/FT/Ch/T(a)/Opt[${options}]/V(a)`, '/FT/Tx/T(b)'], { form: '/NeedAppearances true' }),
      { b: 'x' },
    );
    expect(valueIn(list.form, 'b')).toBe('x');
    const cells = `/FT/Tx/T(a)/Ff 16777216/MaxLen ${many}/V(${'x'.repeat(many)})`;
    const comb = filled(formPdf([cells, '/FT/Tx/T(b)'], { form: '/NeedAppearances true' }), { b: 'x' });
    expect(valueIn(comb.form, 'b')).toBe('x');
    const kids = `/FT/Tx/T(a)/Kids[${'21 0 R '.repeat(many)}]`;
    expect(valueIn(filled(formPdf([kids, '/Parent 20 0 R'], { roots: [0] }), { a: 'x' }).form, 'a')).toBe(
      'x',
    );
  });

  it('of many fields of one name are rejected if the value is long', () => {
    const fields = Array.from({ length: 200 }, () => '/FT/Tx/T(a)');
    expect(() => filled(formPdf(fields), { a: 'x'.repeat(100_000) })).toThrow(
      'more than 16000000 characters',
    );
  });

  it('of many widgets with a long value are rejected before they take too much memory', () => {
    const kids = Array.from({ length: 120 }, (_, index) => `/Parent 20 0 R/Rect[0 0 99 ${20 + index}]`);
    const refs = kids.map((_, index) => `${firstField + 1 + index} 0 R`).join(' ');
    const pdf = formPdf([`/FT/Tx/T(a)/Ff ${2 ** 24}/MaxLen 10000/Kids[${refs}]`, ...kids], { roots: [0] });
    const fill = () => filled(pdf, { a: 'x'.repeat(10_000) });
    expect(fill).toThrow('take more than 32 MiB');
  });
});
