import { PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import type { FormValue } from '#lib/api/fields/finishing/form-field.ts';
import { inspect } from '#lib/engines/pdf/inspection/inspect.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { textIn } from '#lib/engines/pdf/finishing/overlays/text-forms.ts';
import { pagePixels } from '../../../../../support/pdf-pixels.ts';
import {
  appearanceOf,
  filled,
  fontSize,
  formPdf,
  positions,
  shownTexts,
  widgetsIn,
} from '../../../../../support/form-pdf.ts';
import { layerFonts } from '../../../../../support/text-pages.ts';

/** The appearance of a text field of 100 by 20 points, unless it has another rectangle. */
async function shown(entries: string, value: FormValue = 'Text', form = '') {
  const rect = entries.includes('/Rect') ? '' : '/Rect[50 50 150 70]';
  const { bytes } = filled(formPdf([`/FT/Tx/T(a)${rect}${entries}`], { form }), { a: value });
  return appearanceOf((await widgetsIn(bytes))[0]);
}

const multiline = 2 ** 12;
const password = 2 ** 13;
const doNotScroll = 2 ** 23;
const comb = 2 ** 24;

/** The widths of a text in Helvetica, in ems. */
const widths = { Text: (611 + 556 + 500 + 278) / 1000 };

describe('the text of a field', () => {
  it('is content that viewers can replace, in the font, size and colour of the default appearance', async () => {
    const { content } = await shown('/DA(0.5 0 0 rg /Win 9 Tf)');
    expect(content).toMatch(/^\/Tx BMC\nq\n[\d. ]+ re W n\nBT\n\/Win 9 Tf\n0.5 0 0 rg\n.*ET\nQ\nEMC$/s);
  });

  it.each([
    [0, 2],
    [1, 50 - (widths.Text * 12) / 2],
    [2, 98 - widths.Text * 12],
  ])('with quadding %d begins at %d', async (quadding, x) => {
    const { content } = await shown(`/Q ${quadding}`);
    expect(positions(content)[0]?.x).toBeCloseTo(x, 1);
    const inherited = await shown('', 'Text', `/Q ${quadding}`);
    expect(positions(inherited.content)[0]?.x).toBeCloseTo(x, 1);
  });

  it('has its capital letters in the middle of the height', async () => {
    const { content } = await shown('/DA(/Win 10 Tf)');
    expect(positions(content)[0]?.y).toBeCloseTo((20 - 7.18) / 2, 2);
  });

  it('of size 0 fits the height, and the width if it is long', async () => {
    const short = await shown('/DA(/Win 0 Tf)');
    expect(fontSize(short.content)).toBeCloseTo(16 / 1.156, 1);
    const long = await shown('/DA(/Win 0 Tf)', 'Text'.repeat(5));
    expect(fontSize(long.content)).toBeCloseTo(96 / (5 * widths.Text), 1);
  });

  it('that users could not scroll is made smaller', async () => {
    const scrolled = await shown('', 'Text'.repeat(5));
    expect(fontSize(scrolled.content)).toBe(12);
    const { content } = await shown(`/Ff ${doNotScroll}`, 'Text'.repeat(5));
    expect(fontSize(content)).toBeCloseTo(96 / (5 * widths.Text), 1);
  });

  it('is one line, whatever line breaks it has', async () => {
    expect(shownTexts((await shown('', 'a\r\nb\tc')).content)).toEqual(['a b c']);
  });

  it('is dots in a password field', async () => {
    expect(shownTexts((await shown(`/Ff ${password}`, 'secret')).content)).toEqual(['\x95'.repeat(6)]);
    const standard = await shown(`/Ff ${password}/DA(/Helv 12 Tf)`, 'secret');
    expect(shownTexts(standard.content)).toEqual(['\xb7'.repeat(6)]);
  });

  it('stays inside the border, which is drawn', async () => {
    const { content } = await shown('/MK<</BG[1 1 0]/BC[0 0 1]>>/BS<</W 3/S/D/D[4 2]>>');
    expect(content).toContain('1 1 0 rg\n0 0 100 20 re f');
    expect(content).toContain('0 0 1 RG\n3 w\n[4 2] 0 d\n1.5 1.5 97 17 re S');
    expect(content).toContain('3 3 94 14 re W n');
    expect(positions(content)[0]?.x).toBe(6);
  });

  it.each([
    [90, '[ 0 1 -1 0 20 0 ]', '[ 0 0 100 20 ]', '/Rect[50 50 70 150]'],
    [180, '[ -1 0 0 -1 100 20 ]', '[ 0 0 100 20 ]', '/Rect[50 50 150 70]'],
    [270, '[ 0 -1 1 0 0 100 ]', '[ 0 0 100 20 ]', '/Rect[70 150 50 50]'],
  ])('is turned by %d degrees', async (rotation, matrix, box, rect) => {
    const { dict } = await shown(`${rect}/MK<</R ${rotation}>>`);
    expect(String(dict.get(PDFName.of('Matrix')))).toBe(matrix);
    expect(String(dict.get(PDFName.of('BBox')))).toBe(box);
  });
});

describe('the text of a comb field', () => {
  const field = `/Ff ${comb}/MaxLen 10/DA(/Win 8 Tf)`;

  it('has each character in the middle of its cell', async () => {
    const { content } = await shown(field, 'iW');
    expect(shownTexts(content)).toEqual(['i', 'W']);
    const [i, w] = positions(content);
    expect(i?.x).toBeCloseTo(5 - (8 * 0.222) / 2, 2);
    expect(w?.x).toBeCloseTo(15 - (8 * 0.944) / 2, 2);
  });

  it('begins in a later cell if it is aligned to the right', async () => {
    const { content } = await shown(`${field}/Q 2`, 'iW');
    expect(positions(content)[1]?.x).toBeCloseTo(95 - (8 * 0.944) / 2, 2);
  });

  it('has lines between the cells if it has a border', async () => {
    const { content } = await shown(`${field}/MK<</BC[0]>>`, 'iW');
    expect(content.match(/ m .* l$/gm)).toHaveLength(9);
  });
});

describe('the text of several lines', () => {
  const field = (entries: string): string => `/Ff ${multiline}/Rect[0 0 100 100]${entries}`;

  it('is wrapped at the width of the field', async () => {
    const { content } = await shown(field('/DA(/Win 10 Tf)'), 'one two three four five six\nseven\n\neight');
    expect(shownTexts(content)).toEqual(['one two three four', 'five six', 'seven', '', 'eight']);
    const [first, second] = positions(content);
    expect(first?.y).toBeCloseTo(98 - 9.31, 2);
    expect((first?.y ?? 0) - (second?.y ?? 0)).toBeCloseTo(11.56, 2);
  });

  it('breaks words that are wider than the field', async () => {
    const { content } = await shown(field('/DA(/Win 10 Tf)'), 'W'.repeat(25));
    expect(shownTexts(content)).toEqual(['W'.repeat(10), 'W'.repeat(10), 'W'.repeat(5)]);
  });

  it('of size 0 becomes smaller until it fits', async () => {
    expect(fontSize((await shown(field('/DA(/Win 0 Tf)'), 'short')).content)).toBe(12);
    const { content } = await shown(field('/DA(/Win 0 Tf)'), 'word '.repeat(60));
    expect(fontSize(content)).toBeLessThan(11);
    expect(positions(content).at(-1)?.y).toBeGreaterThan(0);
  });
});

describe('the font of a field', () => {
  it.each([
    ['HeBo', 'Helvetica-Bold'],
    ['TiIt', 'Times-Italic'],
    ['TiBI', 'Times-BoldItalic'],
    ['Cour', 'Courier'],
    ['Unknown', 'Helvetica'],
  ])('need not be defined: %s is %s', (name, standard) => {
    const { bytes } = filled(formPdf([`/FT/Tx/T(a)/DA(/${name} 10 Tf)`]), { a: 'Text' });
    expect(inspect(openPdf(bytes)).fonts).toContainEqual({
      name: standard,
      type: 'Type1',
      embedded: false,
      subset: false,
    });
  });

  it('is that of its encoding: other codes, and differences', async () => {
    const encoding = '/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[65/eacute/uni0106]>>';
    const font = `<</Type/Font/Subtype/Type1/BaseFont/Arial${encoding}/FirstChar 65/LastChar 67/Widths[500 600 700]>>`;
    const { content } = await shown(`/DR<</Font<</X ${font}>>>>/DA(/X 10 Tf)`, 'éĆC');
    expect(shownTexts(content)).toEqual(['ABC']);
  });

  it('does not have characters without a width: they are left out if there are no other fonts', () => {
    const { finishingWarnings } = filled(formPdf(['/FT/Tx/T(a)']), { a: 'a漢' });
    expect(finishingWarnings).toMatchObject([{ code: 'glyphs-missing', characters: '漢' }]);
  });

  it('is one of the service for other scripts, embedded once', async () => {
    const text = textIn(layerFonts);
    const pdf = formPdf(['/FT/Tx/T(a)', '/FT/Tx/T(b)', `/FT/Tx/T(c)/Ff ${comb}/MaxLen 5`]);
    const { bytes, form, finishingWarnings } = filled(pdf, { a: 'Ћирилица', b: 'Ћ', c: 'Ћи' }, { text });
    expect(finishingWarnings).toEqual([]);
    expect(form[0]?.value).toBe('Ћирилица');
    const { context } = await PDFDocument.load(bytes);
    const objects = context.enumerateIndirectObjects().map(([, object]) => String(object));
    expect(objects.filter((object) => object.includes('/FontFile2'))).toHaveLength(1);
    expect(await pagePixels(bytes)).not.toEqual(await pagePixels(pdf));
  });
});
