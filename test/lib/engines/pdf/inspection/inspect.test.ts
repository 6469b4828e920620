import { describe, expect, it } from 'vitest';
import { reportLimits } from '#lib/engines/pdf/inspection/bounds.ts';
import { xmpOf } from '#lib/engines/pdf/assembly/metadata/xmp.ts';
import { inspect } from '#lib/engines/pdf/inspection/inspect.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { everythingPdf } from '../../../../support/everything-pdf.ts';
import { formPdf } from '../../../../support/form-pdf.ts';
import { rawPdf, type RawObjects, rawStream, textPages } from '../../../../support/raw-pdf.ts';

const inspected = (pdf: Buffer) => inspect(openPdf(pdf));

/** Inspects a document of one page with these entries in its page and its catalog. */
const withEntries = (page: string, catalog = '', more: RawObjects = {}) =>
  inspected(
    rawPdf({
      ...textPages('Page 1'),
      1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      4: `<</Type/Page/Parent 2 0 R/Contents 5 0 R${page}>>`,
      ...more,
    }),
  );

const sizeOf = (page: string) => {
  const [{ width, height, rotation } = { width: 0, height: 0, rotation: 0 }] = withEntries(page).pages;
  return [width, height, rotation];
};

describe('inspect', () => {
  it('reports everything of a document', async () => {
    const report = inspected(await everythingPdf(4));
    expect(report).toMatchObject({
      pageCount: 4,
      version: '1.7',
      encrypted: false,
      conformance: [],
      linearized: false,
      tagged: true,
      truncated: false,
    });
    expect(report.pages).toEqual(
      ['i', 'ii', 'p-1', 'p-2'].map((label) => ({ width: 420, height: 595, rotation: 0, label })),
    );
    expect(report.bookmarks).toHaveLength(4);
    expect(report.bookmarks[1]).toEqual({
      title: 'Chapter 2',
      page: 2,
      children: [{ title: 'back', page: 1, children: [] }],
    });
    expect(report.attachments).toEqual([
      { name: 'notes.txt', size: 16, mimeType: null, relationship: null, description: null },
    ]);
    expect(report.form[0]).toEqual({
      name: 'person.name0',
      type: 'text',
      value: 'value 0',
      options: [],
      labels: [],
      maxLength: null,
      multiline: false,
      multiSelect: false,
      editable: false,
      readOnly: false,
      required: false,
      pages: [1],
    });
    expect(report.form).toHaveLength(4);
    expect(report.fonts).toEqual([{ name: 'Helvetica', type: 'Type1', embedded: false, subset: false }]);
  });

  describe('page size', () => {
    it.each([
      ['the media box', '/MediaBox[0 0 300 500]', [300, 500, 0]],
      ['a box in any order', '/MediaBox[300 500 0 100]', [300, 400, 0]],
      ['a crop box inside the media box', '/MediaBox[0 0 300 500]/CropBox[50 50 900 450]', [250, 400, 0]],
      ['no crop box outside the media box', '/MediaBox[0 0 300 500]/CropBox[600 0 900 400]', [300, 500, 0]],
      ['a rotated page as displayed', '/MediaBox[0 0 300 500]/Rotate -90', [500, 300, 270]],
      ['a unit of the page', '/MediaBox[0 0 300 500]/UserUnit 2', [600, 1000, 0]],
      ['US Letter without a box', '', [612, 792, 0]],
      ['US Letter for an empty box', '/MediaBox[0 0 0 0]', [612, 792, 0]],
      ['no rotation by other angles', '/MediaBox[0 0 300 500]/Rotate 45', [300, 500, 0]],
    ])('is that of %s', (_, page, expected) => {
      expect(sizeOf(page)).toEqual(expected);
    });
  });

  it('writes labels in each style', () => {
    const styles = ['/S/D', '/S/R', '/S/r', '/S/A', '/S/a', '/P(x)'];
    const pdf = rawPdf({
      ...textPages(...styles, 'last'),
      1: `<</Type/Catalog/Pages 2 0 R/PageLabels<</Nums[${styles.map((style, index) => `${index}<<${style}/St 28>>`).join('')}]>>>>`,
    });
    const labels = inspected(pdf).pages.map(({ label }) => label);
    expect(labels).toEqual(['28', 'XXVIII', 'xxviii', 'BB', 'bb', 'x', 'x']);
  });

  it('describes fields of all types', () => {
    const states = '/AP<</N<</Yes 20 0 R/Off 20 0 R>>>>';
    const fields = [
      '/FT/Tx/T(text)/V(typed)',
      `/FT/Btn/T(check)/V/Yes${states}`,
      '/FT/Btn/Ff 32768/T(radio)/V/b/Kids[16 0 R 17 0 R]',
      '/FT/Btn/Ff 65536/T(button)',
      '/FT/Ch/T(list)/V[(b)(c)]/Opt[(a)[(b)(Letter B)](c)]',
      '/FT/Ch/Ff 131072/T(combo)/V(a)/Opt[(a)]',
    ];
    const widgets = {
      16: '<</Subtype/Widget/AP<</N<</a 20 0 R>>>>>>',
      17: '<</Subtype/Widget/AP<</N<</b 20 0 R>>>>>>',
    };
    const { form } = withEntries(
      '',
      `/AcroForm<</Fields[${fields.map((__, index) => `${10 + index} 0 R`).join(' ')}]>>`,
      {
        ...Object.fromEntries(fields.map((entries, index) => [10 + index, `<<${entries}>>`])),
        ...widgets,
        20: rawStream('', ''),
      },
    );
    expect(form.map(({ name, type, value, options }) => [name, type, value, options])).toEqual([
      ['text', 'text', 'typed', []],
      ['check', 'checkbox', 'Yes', ['Yes']],
      ['radio', 'radio', 'b', ['a', 'b']],
      ['button', 'button', null, []],
      ['list', 'list', ['b', 'c'], ['a', 'b', 'c']],
      ['combo', 'combo', 'a', ['a']],
    ]);
  });

  it('reports what fields take, and on which pages they are', () => {
    const pdf = formPdf(
      [
        `/FT/Tx/T(text)/MaxLen 5/Ff ${2 ** 12 + 3}`,
        `/FT/Ch/T(list)/Ff ${2 ** 21}/Opt[[(a)(Apple)](b)]`,
        `/FT/Ch/T(combo)/Ff ${2 ** 17 + 2 ** 18}`,
        `/FT/Btn/T(radio)/Ff ${2 ** 15}/Opt[(Visa)]/AP<</N<</0 4 0 R>>>>`,
      ],
      { objects: {} },
    );
    expect(inspect(openPdf(pdf)).form).toMatchObject([
      { maxLength: 5, multiline: true, readOnly: true, required: true, pages: [1] },
      { multiSelect: true, editable: false, options: ['a', 'b'], labels: ['Apple', 'b'], readOnly: false },
      { multiSelect: false, editable: true, maxLength: null },
      { options: ['0'], labels: ['Visa'] },
    ]);
  });

  it('lists signatures with the bytes that they cover', () => {
    const report = withEntries('', '/AcroForm<</Fields[10 0 R]>>', {
      10: '<</FT/Sig/T(approval)/V 11 0 R>>',
      11: '<</Type/Sig/SubFilter/adbe.pkcs7.detached/ByteRange[0 100 200 50]/Contents<00>>>',
    });
    expect(report.signatures).toEqual([
      { field: 'approval', subfilter: 'adbe.pkcs7.detached', coveredRange: [0, 100, 200, 50] },
    ]);
    expect(report.form).toMatchObject([{ name: 'approval', type: 'signature', value: null }]);
  });

  it('finds fonts and images in forms, patterns and appearances', () => {
    const font = (name: string) => `/Font<</F<</Type/Font/Subtype/Type1/BaseFont/${name}>>>>`;
    const image = (width: number) => rawStream(`/Subtype/Image/Width ${width}/Height 1`, 'x'.repeat(width));
    const report = withEntries(
      '/Resources<</XObject<</A 10 0 R/B 11 0 R/C 11 0 R>>/Pattern<</P 13 0 R>>>>/Annots[14 0 R]',
      '',
      {
        10: rawStream(`/Subtype/Form/Resources<<${font('InForm')}/XObject<</D 12 0 R/Self 10 0 R>>>>`, ''),
        11: image(3),
        12: image(4),
        13: rawStream(`/PatternType 1/Resources<<${font('InPattern')}>>`, ''),
        14: '<</Subtype/Stamp/Rect[0 0 9 9]/AP<</N 15 0 R>>>>',
        15: rawStream(`/Subtype/Form/Resources<<${font('InAppearance')}>>`, ''),
      },
    );
    expect(report.fonts.map(({ name }) => name).sort()).toEqual(['InAppearance', 'InForm', 'InPattern']);
    expect(report.images).toEqual({ count: 2, bytes: 7 });
  });

  it('describes an embedded subset of a composite font', () => {
    const { fonts } = withEntries('/Resources<</Font<</F 10 0 R>>>>', '', {
      10: '<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Noto#20Sans/DescendantFonts[11 0 R]>>',
      11: '<</Type/Font/Subtype/CIDFontType2/FontDescriptor 12 0 R>>',
      12: '<</Type/FontDescriptor/FontFile2 13 0 R>>',
      13: rawStream('', 'font'),
    });
    expect(fonts).toEqual([{ name: 'Noto Sans', type: 'CIDFontType2', embedded: true, subset: true }]);
  });

  it('reports claimed conformance', () => {
    const xmp = '<x xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" pdfaid:part="2" pdfaid:conformance="B"/>';
    const { conformance } = withEntries('', '/Metadata 10 0 R', { 10: rawStream('/Type/Metadata', xmp) });
    expect(conformance).toEqual(['PDF/A-2b']);
  });

  it('reports the texts of the document information', () => {
    const pdf = rawPdf(
      {
        ...textPages('Page 1'),
        9: '<</Title(A title)/CreationDate(D:20261122101500Z)/Trapped/False/Own#20key(own)>>',
      },
      {
        trailer: '/Info 9 0 R',
      },
    );
    expect(inspected(pdf).metadata).toEqual({
      title: 'A title',
      CreationDate: '2026-11-22T10:15:00Z',
      Trapped: 'False',
      'Own key': 'own',
    });
  });

  it('reports texts of XMP that the document information lacks', () => {
    const xmp = xmpOf(
      new Map([
        ['Title', 'In XMP'],
        ['Author', 'Ada'],
        ['CreationDate', 'D:20261122101500Z'],
      ]),
    );
    const pdf = rawPdf(
      {
        ...textPages('Page 1'),
        1: '<</Type/Catalog/Pages 2 0 R/Metadata 10 0 R>>',
        9: '<</Title(In Info)/Author()>>',
        10: rawStream('/Type/Metadata/Subtype/XML', Buffer.from(xmp).toString('latin1')),
      },
      { trailer: '/Info 9 0 R' },
    );
    expect(inspected(pdf).metadata).toEqual({
      title: 'In Info',
      author: 'Ada',
      CreationDate: '2026-11-22T10:15:00Z',
    });
  });

  describe('linearized', () => {
    const linearized = (length: number): Buffer =>
      rawPdf(
        { ...textPages('Page 1'), 1: `<</Linearized 1/L ${length}>>`, 9: '<</Type/Catalog/Pages 2 0 R>>' },
        { root: 9 },
      );
    const { length } = linearized(999);

    it('is true for a file that has the length it states', () => {
      expect(inspected(linearized(length)).linearized).toBe(true);
    });

    it('is false after an incremental update', () => {
      expect(inspected(Buffer.concat([linearized(length), Buffer.from('\n% more')])).linearized).toBe(false);
    });
  });

  describe('of a large document', () => {
    it('lists the first pages', () => {
      const count = reportLimits.entries + 1;
      const report = inspected(rawPdf(textPages(...Array.from({ length: count }, () => ''))));
      expect(report).toMatchObject({ pageCount: count, truncated: true });
      expect(report.pages).toHaveLength(reportLimits.entries);
    });

    it('shortens a long text', () => {
      const report = inspected(
        rawPdf({ ...textPages(''), 9: `<</Title(${'x'.repeat(5000)})>>` }, { trailer: '/Info 9 0 R' }),
      );
      expect(report.metadata['title']).toHaveLength(reportLimits.characters);
      expect(report.truncated).toBe(true);
    });

    it('bounds all texts together', () => {
      const title = 'x'.repeat(reportLimits.characters);
      const items = Array.from({ length: 1500 }, (_, index) => 100 + index);
      const report = withEntries('', '/Outlines<</First 100 0 R>>', {
        ...Object.fromEntries(items.map((item) => [item, `<</Title(${title})/Next ${item + 1} 0 R>>`])),
      });
      expect(report.bookmarks).toHaveLength(reportLimits.totalCharacters / reportLimits.characters);
      expect(report.truncated).toBe(true);
    });
  });
});
