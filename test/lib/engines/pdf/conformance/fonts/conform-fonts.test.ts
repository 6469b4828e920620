import { describe, expect, it } from 'vitest';
import { arrayAt, asDict, dictAt, nameAt, numberAt } from '#lib/engines/pdf/assembly/lookup.ts';
import { CffProgram } from '#lib/engines/pdf/conformance/fonts/programs/cff-program.ts';
import { TrueTypeProgram } from '#lib/engines/pdf/conformance/fonts/programs/true-type-program.ts';
import { Type1Program } from '#lib/engines/pdf/conformance/fonts/programs/type1-program.ts';
import { readCMap } from '#lib/engines/pdf/conformance/fonts/shown/cmap.ts';
import { keys } from '#lib/engines/pdf/keys.ts';
import type { PDFDict } from '#lib/engines/pdf/objects.ts';
import { conformed, descriptorOf, fontPdf, streamAt, widthOf } from '../../../../../support/font-pdf.ts';
import { sampleFont } from '../../../../../support/font-tables.ts';
import { rawStream } from '../../../../../support/raw-pdf.ts';
import { leftOut } from '../../../../../support/requirements.ts';
import { type1Font } from '../../../../../support/type1-font.ts';

const show = (text: string): string => `BT /F1 12 Tf 20 100 Td ${text} Tj ET`;

const trueType = (font: PDFDict): TrueTypeProgram => {
  const program = TrueTypeProgram.read(streamAt(descriptorOf(font), 'FontFile2'));
  if (!program) throw new Error('the program cannot be read');
  return program;
};

/** The glyph of a code in a symbolic font. */
const symbolGlyph = (program: TrueTypeProgram, code: number): number =>
  program.map(3, 0)?.get(0xf000 + code) ?? 0;

const texts = (font: PDFDict, ...codes: number[]): (string | undefined)[] => {
  const cmap = readCMap(streamAt(font, 'ToUnicode'));
  return codes.map((code) => cmap.textOf(code));
};

describe.skipIf(leftOut('fonts'))('a font that is not embedded', () => {
  it('is replaced by one with its codes, widths and texts', () => {
    const { font, warnings } = conformed(
      fontPdf(
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>',
        show('(A\\344)'),
      ),
    );
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'font-substituted', font: 'Helvetica-Bold', by: 'Liberation Sans' }),
    );
    expect(nameAt(font, keys.BaseFont)).toMatch(/^[A-Z]{6}\+LiberationSans-Bold$/);
    expect([widthOf(font, 65), widthOf(font, 0xe4)]).toEqual([722, 556]);
    const program = trueType(font);
    expect(program.width(symbolGlyph(program, 65))).toBeCloseTo(722, 0);
    expect([font.has(keys.Encoding), texts(font, 65, 0xe4)]).toEqual([false, ['A', 'ä']]);
  });

  it('keeps the widths that the document states, also of one glyph with two', () => {
    const encoding = '<</Differences[65/A/A]>>';
    const { font } = conformed(
      fontPdf(
        `<</Type/Font/Subtype/TrueType/BaseFont/Arial/FirstChar 65/LastChar 66/Widths[600 800]/Encoding${encoding}>>`,
        show('(AB)'),
      ),
    );
    const program = trueType(font);
    const glyphs = [65, 66].map((code) => symbolGlyph(program, code));
    expect(new Set(glyphs).size).toBe(2);
    expect(glyphs.map((glyph) => Math.round(program.width(glyph)))).toEqual([600, 800]);
  });

  it('is replaced by a font whose glyphs have names if the layer has such a one', () => {
    const { font } = conformed(
      fontPdf(
        '<</Type/Font/Subtype/Type1/BaseFont/Palatino-Roman/FirstChar 65/LastChar 65/Widths[700]>>',
        show('(A)'),
      ),
    );
    const program = CffProgram.read(streamAt(descriptorOf(font), 'FontFile3'));
    const name = nameAt(dictAt(font, keys.Encoding) ?? font, keys.BaseEncoding);
    expect([nameAt(font, keys.Subtype), name]).toEqual(['Type1', undefined]);
    expect(program?.width(program.names.indexOf('c65'))).toBe(700);
    expect(texts(font, 65)).toEqual(['A']);
  });

  it.each([
    ['Symbol', '(a\\266)', { 0x61: 'α', 0xb6: '∂' }],
    ['ZapfDingbats', '(4\\200)', { 0x34: '✔', 0x80: '❨' }],
  ])('of symbols is replaced by their characters: %s', (name, text, expected) => {
    const { font, warnings } = conformed(
      fontPdf(`<</Type/Font/Subtype/Type1/BaseFont/${name}>>`, show(text)),
    );
    expect(texts(font, ...Object.keys(expected).map(Number))).toEqual(Object.values(expected));
    expect(warnings.map(({ code }) => code)).not.toContain('glyphs-missing');
  });

  it('may stay as it is if all its text is invisible', () => {
    const { font } = conformed(
      fontPdf('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>', `BT 3 Tr /F1 12 Tf (A) Tj ET`),
      { pdfa: '2b', pdfua: false },
    );
    expect(font.has(keys.FontDescriptor)).toBe(false);
  });

  it('is replaced by a composite one for codes of a predefined CMap', () => {
    const descendant =
      '<</Type/Font/Subtype/CIDFontType0/BaseFont/Ryumin-Light/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 2>>/W[231[500]]>>';
    const { font, warnings } = conformed(
      fontPdf(
        `<</Type/Font/Subtype/Type0/BaseFont/Ryumin-Light/Encoding/90ms-RKSJ-H/DescendantFonts[7 0 R]>>`,
        show('<82A020>'),
        { 7: descendant },
      ),
    );
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'font-substituted', by: 'Noto Sans CJK JP' }),
    );
    const cmap = readCMap(streamAt(font, 'Encoding'));
    const cidFont = asDict(arrayAt(font, keys.DescendantFonts)?.lookup(0)) ?? font;
    const program = CffProgram.read(streamAt(descriptorOf(cidFont), 'FontFile3'));
    const widths = [0x82a0, 0x20].map((code) => program?.width(program.ids.indexOf(cmap.idOf(code) ?? -1)));
    expect([widths, texts(font, 0x82a0, 0x20)]).toEqual([
      [1000, 500],
      ['あ', ' '],
    ]);
  });

  it('stays as it is if the text of its codes is not known', () => {
    const descendant =
      '<</Type/Font/Subtype/CIDFontType2/BaseFont/Arial/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>>>';
    const { font, warnings } = conformed(
      fontPdf(
        '<</Type/Font/Subtype/Type0/BaseFont/Arial/Encoding/Identity-H/DescendantFonts[7 0 R]>>',
        show('<0024>'),
        {
          7: descendant,
        },
      ),
    );
    expect([nameAt(font, keys.BaseFont), warnings.map(({ code }) => code)]).toEqual(['Arial', []]);
  });
});

const sample = (): string | Buffer => rawStream('', sampleFont());

describe('an embedded TrueType font', () => {
  const dict = (entries: string): string =>
    `<</Type/Font/Subtype/TrueType/BaseFont/Sample/FontDescriptor 7 0 R${entries}>>`;
  const pdf = (entries: string, flags: number, text = '(A)'): Buffer =>
    fontPdf(dict(entries), show(text), {
      7: `<</Type/FontDescriptor/FontName/Sample/Flags ${flags}/FontFile2 8 0 R>>`,
      8: sample(),
    });
  const own = TrueTypeProgram.read(sampleFont());
  const glyphOfA = own?.map(3, 1)?.get(65) ?? 0;
  const widthOfA = own?.width(glyphOfA) ?? 0;
  const widths = (width: number): string => `/FirstChar 65/LastChar 65/Widths[${width}]`;

  it('stays as it is if nothing is wrong', () => {
    const { font } = conformed(pdf(`${widths(widthOfA)}/Encoding/WinAnsiEncoding`, 32), {
      pdfa: '2b',
      pdfua: false,
    });
    expect(streamAt(descriptorOf(font), 'FontFile2')).toEqual(sampleFont());
  });

  it('gets the widths of the document in its program', () => {
    const { font } = conformed(pdf(`${widths(widthOfA + 50)}/Encoding/WinAnsiEncoding`, 32));
    expect(trueType(font).width(glyphOfA)).toBeCloseTo(widthOfA + 50, 0);
    expect([nameAt(font, keys.Encoding), widthOf(font, 65)]).toEqual(['WinAnsiEncoding', widthOfA + 50]);
  });

  it('becomes symbolic if its encoding is not allowed, with the same glyphs and texts', () => {
    const { font } = conformed(
      pdf(
        `/FirstChar 65/LastChar 66/Widths[${widthOfA} ${widthOfA}]/Encoding<</Differences[66/A]>>`,
        32,
        '(AB)',
      ),
    );
    const program = trueType(font);
    expect([65, 66].map((code) => symbolGlyph(program, code))).toEqual([glyphOfA, glyphOfA]);
    expect(numberAt(descriptorOf(font), keys.Flags)).toBe(4);
    expect([font.has(keys.Encoding), texts(font, 65, 66)]).toEqual([false, ['A', 'A']]);
  });

  it('shows no .notdef: a code without a glyph gets one that looks the same', () => {
    const { font, warnings } = conformed(pdf('/FirstChar 1/LastChar 1/Widths[250]', 4, '<01>'));
    const program = trueType(font);
    const glyph = symbolGlyph(program, 1);
    expect(glyph).toBe(own?.glyphCount);
    expect(program.width(glyph)).toBeCloseTo(250, 0);
    expect([texts(font, 1), warnings.map(({ code }) => code)]).toEqual([['\ufffd'], ['characters-unknown']]);
  });

  it('gets the widths that are missing in its dictionary', () => {
    const { font } = conformed(pdf('/Encoding/WinAnsiEncoding', 32));
    expect(widthOf(font, 65)).toBeCloseTo(widthOfA, 5);
  });
});

describe('an embedded Type 1 font', () => {
  const pdf = (entries: string, text: string): Buffer =>
    fontPdf(
      `<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Sample/FontDescriptor 7 0 R${entries}>>`,
      show(text),
      {
        7: '<</Type/FontDescriptor/FontName/ABCDEF+Sample/Flags 4/CharSet(/A/B)/FontFile 8 0 R>>',
        8: rawStream('', type1Font({ '.notdef': 250, A: 700 }, { 65: 'A' })),
      },
    );

  it('gets the glyphs and the widths that codes need, and lists them', () => {
    const { font } = conformed(pdf('/FirstChar 65/LastChar 66/Widths[650 300]', '(AB)'));
    const program = Type1Program.read(streamAt(descriptorOf(font), 'FontFile'));
    const added = program?.names[2];
    expect([program?.names.length, program?.width(1), program?.width(2)]).toEqual([3, 650, 300]);
    const differences = arrayAt(dictAt(font, keys.Encoding) ?? font, keys.Differences)
      ?.asArray()
      .map(String);
    expect(differences).toEqual(['66', `/${added}`]);
    expect(String(descriptorOf(font).get(keys.CharSet))).toBe(`(/A/${added})`);
  });
});

describe('an embedded composite font', () => {
  const pdf = (descendant: string, text: string, others: Record<number, string> = {}): Buffer =>
    fontPdf(
      '<</Type/Font/Subtype/Type0/BaseFont/ABCDEF+Sample/Encoding/Identity-H/DescendantFonts[9 0 R]>>',
      show(text),
      {
        7: '<</Type/FontDescriptor/FontName/ABCDEF+Sample/Flags 4/FontFile2 8 0 R/CIDSet 10 0 R>>',
        8: sample(),
        9: `<</Type/Font/Subtype/CIDFontType2/BaseFont/ABCDEF+Sample/FontDescriptor 7 0 R/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>${descendant}>>`,
        10: rawStream('', '\x80').toString('latin1'),
        ...others,
      },
    );
  const own = TrueTypeProgram.read(sampleFont());
  const glyphOfA = own?.map(3, 1)?.get(65) ?? 0;
  const hex = glyphOfA.toString(16).padStart(4, '0');
  const cidFontOf = (font: PDFDict): PDFDict =>
    asDict(arrayAt(font, keys.DescendantFonts)?.lookup(0)) ?? font;

  it('gets a map of its ids, the widths of the document, and texts', () => {
    const { font } = conformed(pdf('/DW 444', `<${hex}>`));
    const cidFont = cidFontOf(font);
    expect(nameAt(cidFont, keys.CIDToGIDMap)).toBe('Identity');
    expect(trueType(cidFont).width(glyphOfA)).toBeCloseTo(444, 0);
    expect(texts(font, glyphOfA)).toEqual(['A']);
  });

  it('shows no .notdef', () => {
    const { font } = conformed(pdf('/CIDToGIDMap/Identity', '<0000>'));
    const map = streamAt(cidFontOf(font), 'CIDToGIDMap');
    expect(map.readUInt16BE(0)).toBe(own?.glyphCount);
  });

  it('loses a wrong list of its ids, or gets a right one in part 1', () => {
    const lists = (['2b', '1b'] as const).map((pdfa) => {
      const { font } = conformed(pdf('/CIDToGIDMap/Identity', `<${hex}>`), { pdfa, pdfua: false });
      const descriptor = descriptorOf(cidFontOf(font));
      return descriptor.has(keys.CIDSet) ? streamAt(descriptor, 'CIDSet') : undefined;
    });
    expect(lists[0]).toBeUndefined();
    const bits = [...(lists[1] ?? [])].map((byte) => byte.toString(2).padStart(8, '0')).join('');
    expect(bits).toMatch(new RegExp(`^1{${own?.glyphCount}}0*$`));
  });
});
