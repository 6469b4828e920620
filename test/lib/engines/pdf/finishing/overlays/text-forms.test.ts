import { PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { TextForms } from '#lib/engines/pdf/finishing/overlays/text-forms.ts';
import { pagePixels } from '../../../../../support/pdf-pixels.ts';
import { readPdf } from '../../../../../support/read-pdf.ts';
import { leftOut } from '../../../../../support/requirements.ts';
import { layerFonts, textPages } from '../../../../../support/text-pages.ts';

const style = { fontSize: 10, color: '#ff8000' };

const newForms = async (): Promise<{ forms: TextForms; document: PDFDocument }> => {
  const document = await PDFDocument.create({ updateMetadata: false });
  return { document, forms: new TextForms(document.context, layerFonts) };
};

const dataOf = (object: unknown): string => {
  if (!(object instanceof PDFRawStream)) throw new Error('not a stream');
  const bytes = object.getContents();
  return Buffer.from(object.dict.has(PDFName.of('Filter')) ? inflateSync(bytes) : bytes).toString('latin1');
};

/** The operators of the form of a text. */
const contentOf = async (text: string): Promise<string> => {
  const { forms, document } = await newForms();
  return dataOf(document.context.lookup(forms.form(text, style).ref));
};

const fontsOf = (document: PDFDocument, type: string): PDFDict[] =>
  document.context
    .enumerateIndirectObjects()
    .map(([, object]) => object)
    .filter((object) => object instanceof PDFDict)
    .filter((dict) => dict.get(PDFName.of('Subtype')) === PDFName.of(type));

describe.skipIf(leftOut('fonts'))('forms of text', () => {
  it.each([
    ['Latin', 'AVATAR office é x̂'],
    ['Greek, Cyrillic, Georgian, Armenian', 'Ελληνικά Кириллица ქართული Հայերեն'],
    ['Chinese, Japanese, Korean', '你好，世界 カタカナ 한국어'],
    ['Arabic', 'السلام عليكم'],
    ['Arabic ligatures of whole words', 'لا إله إلا'],
    ['Arabic with vowels', 'السَّلام'],
    ['Hebrew with digits', 'שלום 2024'],
    ['Thai', 'สวัสดี'],
    ['Ethiopic and Lao', 'አማርኛ ລາວ'],
    ['symbols', '😀 ∑ → ✓'],
  ])('contain text that readers find: %s', async (_, text) => {
    const { bytes, missing } = await textPages([text]);
    const contents = await readPdf(bytes);
    const [found = ''] = contents.texts;
    // The reader has words in the order in which they are shown.
    expect(found.split(' ').sort()).toEqual(text.split(' ').sort());
    expect(missing).toBe('');
  });

  it('name the text where the glyphs do not follow its characters', async () => {
    expect(await contentOf('हि')).toContain('/Span <</ActualText <FEFF0939093F>>> BDC');
    expect(await contentOf('ab')).not.toContain('ActualText');
  });

  it('show blank glyphs beside Arabic ligatures, with codes of their own', async () => {
    const { forms, document } = await newForms();
    const content = dataOf(document.context.lookup(forms.form('لا لأ', style).ref));
    forms.embedFonts();
    const [font] = fontsOf(document, 'CIDFontType2');
    const glyphIds = Buffer.from(dataOf(font?.lookup(PDFName.of('CIDToGIDMap'))), 'latin1');
    const codes = Array.from(
      content
        .match(/<([0-9A-F]+)>/g)
        ?.join('')
        .match(/[0-9A-F]{4}/g) ?? [],
      (code) => Number.parseInt(code, 16),
    );
    const [ligature, blank, space, other, sameBlank] = codes;
    expect(codes).toHaveLength(5);
    expect(sameBlank).toBe(blank);
    expect(new Set([ligature, blank, space, other]).size).toBe(4);
    expect(glyphIds.readUInt16BE((ligature ?? 0) * 2)).toBe(ligature);
    expect(glyphIds.readUInt16BE((blank ?? 0) * 2)).toBeLessThan(blank ?? 0);
  });

  it('name the text of a glyph that stands for another text elsewhere', async () => {
    expect(await contentOf('é e\u0301')).toContain('ActualText <FEFF00650301>');
    expect(await contentOf('e\u0301 e\u0301')).not.toContain('ActualText');
  });

  it('are as large as the line, and show outlines beyond it', async () => {
    const { forms, document } = await newForms();
    const { width, height, ref } = forms.form('a', style);
    expect([width, height]).toEqual([expect.closeTo(5.56, 2), expect.closeTo(11.17, 2)]);
    const boxOf = (form: unknown): number[] =>
      form instanceof PDFRawStream
        ? (String(form.dict.get(PDFName.of('BBox')))
            .match(/-?[\d.]+/g)
            ?.map(Number) ?? [])
        : [];
    expect(boxOf(document.context.lookup(ref))).toEqual([0, 0, 5.562, 11.172]);
    const stacked = boxOf(document.context.lookup(forms.form(`a${'\u0323'.repeat(9)}`, style).ref));
    expect(stacked[1]).toBeLessThanOrEqual(0);
  });

  it('have the colour and the size of their style', async () => {
    expect(await contentOf('a')).toBe('1 0.501961 0 rg\nBT\n0 2.119141 Td\n/F0 10 Tf\n[<0044>] TJ\nET');
  });

  it('show a box for a character that no font has, and report it once', async () => {
    const { forms } = await newForms();
    forms.form('a\u0378', style);
    forms.form('\u0378🤖', style);
    expect(forms.embedFonts()).toEqual({ missing: '\u0378🤖' });
    expect(await contentOf('\u0378')).toBe('1 0.501961 0 RG\n0.4 w\n0.8 0 4.4 7 re\nS');
  });

  it('are shared by equal texts', async () => {
    const { forms } = await newForms();
    expect(forms.form('a', style).ref).toBe(forms.form('a', { ...style }).ref);
    expect(forms.form('a', { ...style, fontSize: 11 }).ref).not.toBe(forms.form('a', style).ref);
    expect(forms.form('a', { ...style, color: '#000000' }).ref).not.toBe(forms.form('a', style).ref);
  });

  it('share one subset of each font, which has their glyphs alone', async () => {
    const { forms, document } = await newForms();
    for (let page = 1; page <= 300; page += 1) forms.form(`${page} / 300`, style);
    forms.embedFonts();
    const [font, ...others] = fontsOf(document, 'CIDFontType2');
    expect(others).toEqual([]);
    expect(font?.get(PDFName.of('BaseFont'))?.toString()).toMatch(/^\/[A-Z]{6}\+LiberationSans$/);
    const descriptor = font?.lookup(PDFName.of('FontDescriptor'), PDFDict);
    const program = dataOf(descriptor?.lookup(PDFName.of('FontFile2')));
    // Ten digits, a space and a slash.
    expect(program.length).toBeLessThan(4000);
  });

  it('embed fonts with PostScript outlines by their character ids', async () => {
    const { forms, document } = await newForms();
    forms.form('漢字', style);
    forms.embedFonts();
    const [font] = fontsOf(document, 'CIDFontType0');
    expect(font?.get(PDFName.of('BaseFont'))?.toString()).toMatch(/^\/[A-Z]{6}\+NotoSansCJKsc-Regular$/);
    const descriptor = font?.lookup(PDFName.of('FontDescriptor'), PDFDict);
    expect(dataOf(descriptor?.lookup(PDFName.of('FontFile3'))).length).toBeLessThan(4000);
    const { bytes } = await textPages(['漢字', '']);
    expect(new Set(await pagePixels(bytes)).size).toBe(2);
  });

  it('are the same bytes each time', async () => {
    const texts = ['a 漢 हि שלום', 'Page 2'];
    expect((await textPages(texts)).bytes.equals((await textPages(texts)).bytes)).toBe(true);
  });

  it('are small, and made in linear time', async () => {
    const { forms, document } = await newForms();
    const timeOf = (first: number, last: number): number => {
      const start = process.cpuUsage();
      for (let page = first; page <= last; page += 1) forms.form(`${page} / 12000`, style);
      const { user, system } = process.cpuUsage(start);
      return (user + system) / (last - first + 1);
    };
    timeOf(1, 500);
    const early = timeOf(501, 1000);
    timeOf(1001, 5500);
    expect(timeOf(5501, 6000)).toBeLessThan(early * 4);
    forms.embedFonts();
    const bytes = document.context
      .enumerateIndirectObjects()
      .reduce((sum, [, object]) => sum + object.sizeInBytes(), 0);
    expect(bytes / 6000).toBeLessThan(300);
  });
});
