import { describe, expect, it } from 'vitest';
import { type DrawnPage, drawPages } from '#lib/engines/pdfium/drawing/draw-pages.ts';
import { decodedPicture } from '../../../../support/decoded-picture.ts';
import { fontsConf } from '../../../../support/libreoffice.ts';
import { rawPdf, rawStream } from '../../../../support/raw-pdf.ts';
import { leftOut } from '../../../../support/requirements.ts';

const [width, height] = [200, 60];

/** A font that is not embedded. */
interface NamedFont {
  name: string;
  /** Its dictionary. */
  font: string;
}

const descriptor = (name: string): string =>
  `<</Type/FontDescriptor/FontName/${name}/Flags 32/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>`;

/** A font with an encoding in which the bytes from 192 on are these characters. */
const simple = (name: string, characters: string): NamedFont => {
  const glyphs = Array.from(characters, (character) => `/uni${hexadecimal(character)}`).join('');
  const encoding = `<</Type/Encoding/BaseEncoding/WinAnsiEncoding/Differences[192${glyphs}]>>`;
  const font = `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding${encoding}/FontDescriptor ${descriptor(name)}>>`;
  return { name, font };
};

/** A font of a Chinese, Japanese or Korean character collection. */
const composite = (name: string, ordering: string, encoding: string): NamedFont => {
  const system = `<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>`;
  const descendant = `<</Type/Font/Subtype/CIDFontType0/BaseFont/${name}/CIDSystemInfo${system}/FontDescriptor ${descriptor(name)}>>`;
  const font = `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/${encoding}/DescendantFonts[${descendant}]>>`;
  return { name, font };
};

/** A TrueType font without a descriptor, for which PDFium prefers the encoding of Mac OS. */
const bare = (name: string, characters: string): NamedFont => {
  const { font } = simple(name, characters);
  return {
    name,
    font: font.replace('/Type1', '/TrueType').replace(/\/FontDescriptor.*$/, '>>'),
  };
};

const hexadecimal = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** A document with a page for each text; the texts are PDF strings. */
function documentWith({ font }: NamedFont, ...texts: string[]): Buffer {
  const kids = texts.map((_, index) => `${20 + 2 * index} 0 R`).join(' ');
  const objects: Record<number, string | Buffer> = {
    1: '<</Type/Catalog/Pages 2 0 R>>',
    2: `<</Type/Pages/Count ${texts.length}/Kids[${kids}]/MediaBox[0 0 ${width} ${height}]/Resources<</Font<</F1 3 0 R>>>>>>`,
    3: font,
  };
  for (const [index, text] of texts.entries()) {
    objects[20 + 2 * index] = `<</Type/Page/Parent 2 0 R/Contents ${21 + 2 * index} 0 R>>`;
    objects[21 + 2 * index] = rawStream('', `BT /F1 40 Tf 10 15 Td ${text} Tj ET`);
  }
  return rawPdf(objects);
}

const drawWith = (conf: string | undefined, content: Buffer, pageCount: number): Promise<DrawnPage[]> =>
  drawPages(
    content,
    {
      pages: Array.from({ length: pageCount }, (_, index) => {
        return { index, width, height, encoding: { format: 'png' } };
      }),
      background: '#ffffff',
      grayscale: false,
    },
    conf,
  );

const draw = (content: Buffer, pageCount: number): Promise<DrawnPage[]> =>
  drawWith(fontsConf, content, pageCount);

/** The dark pixels of each picture, as text. */
const inkOf = (drawn: readonly DrawnPage[]): Promise<string[]> =>
  Promise.all(
    drawn.map(async ({ picture }) => {
      const { at } = await decodedPicture(Buffer.from(picture));
      const dark: string[] = [];
      for (let y = 0; y < height; y += 1)
        for (let x = 0; x < width; x += 1) if ((at(x, y)[0] ?? 255) < 128) dark.push(`${x},${y}`);
      return dark.join(' ');
    }),
  );

const noLayer = (content: Buffer): Promise<DrawnPage[]> => drawWith(undefined, content, 1);

describe.skipIf(leftOut('fonts'))('text in a font that is not embedded', { timeout: 30_000 }, () => {
  it.each([
    ['Chinese', composite('SimSun', 'GB1', 'UniGB-UCS2-H'), ['<4F60>', '<597D>'], 'Noto Sans CJK SC'],
    [
      'Japanese',
      composite('MS-Gothic', 'Japan1', '90ms-RKSJ-H'),
      ['<82A0>', '<82A2>'],
      'Noto Sans Mono CJK JP',
    ],
    [
      'Japanese of an unknown font',
      composite('Nobody', 'Japan1', '90ms-RKSJ-H'),
      ['<82A0>', '<82A2>'],
      'Noto Sans CJK JP',
    ],
    ['Korean', composite('Nobody', 'Korea1', 'UniKS-UCS2-H'), ['<AC00>', '<B098>'], 'Noto Sans CJK KR'],
    [
      'traditional Chinese',
      composite('Nobody', 'CNS1', 'UniCNS-UCS2-H'),
      ['<4F60>', '<597D>'],
      'Noto Sans CJK TC',
    ],
    ['Cyrillic', simple('Tahoma', 'ЖЯ'), ['<C0>', '<C1>'], 'Liberation Sans'],
    ['Greek', simple('Georgia', 'ΩΨ'), ['<C0>', '<C1>'], 'TeX Gyre Pagella'],
    ['Arabic', simple('TraditionalArabic', 'شس'), ['<C0>', '<C1>'], 'Amiri'],
    ['Arabic of a font whose substitute lacks it', simple('Tahoma', 'شس'), ['<C0>', '<C1>'], undefined],
    ['Thai of an unknown font', simple('Nobody', 'กข'), ['<C0>', '<C1>'], 'Noto Sans Thai'],
  ])('is drawn, with a warning: %s', async (_, font, texts, by) => {
    const drawn = await draw(documentWith(font, ...texts), texts.length);
    const [one, other] = await inkOf(drawn);
    expect(one).not.toBe('');
    expect(other).not.toBe('');
    // Boxes would be equal.
    expect(one).not.toBe(other);
    for (const { warnings } of drawn) {
      expect(warnings).toEqual([expect.objectContaining({ code: 'font-substituted', font: font.name })]);
      if (by !== undefined) expect(warnings[0]?.by).toBe(by);
    }
  });

  it('has no warning if the font is a standard one, also for characters that PDFium lacks', async () => {
    for (const name of ['Helvetica', 'Arial-BoldMT', 'TimesNewRomanPS-ItalicMT', 'CourierNew']) {
      const drawn = await draw(documentWith(simple(name, 'Ж'), '<C0>'), 1);
      expect(await inkOf(drawn)).not.toEqual(['']);
      expect(drawn[0]?.warnings).toEqual([]);
    }
  });

  it('is that of the encoding of the document, also without a font descriptor', async () => {
    const complete = await draw(documentWith(simple('Arial', 'ЖЯ'), '<C0C1>'), 1);
    const without = await draw(documentWith(bare('Arial', 'ЖЯ'), '<C0C1>'), 1);
    expect(await inkOf(without)).toEqual(await inkOf(complete));
  });

  it('has a warning if no face has its characters', async () => {
    const [first, second] = await draw(documentWith(simple('Helvetica', 'ᎣA'), '<C1>', '<C0C1>'), 2);
    expect(first?.warnings).toEqual([]);
    expect(second?.warnings).toEqual([expect.objectContaining({ code: 'glyphs-missing', characters: 'Ꭳ' })]);
  });

  it('gets another face for a later page, and the pages before keep their pictures', async () => {
    const font = simple('Tahoma', 'ก');
    const drawn = await draw(documentWith(font, '(one)', '<C0>', '(three)'), 3);
    expect(drawn.map(({ warnings: [warning] }) => warning?.by)).toEqual([
      'Liberation Sans',
      expect.not.stringMatching('Liberation Sans'),
      expect.not.stringMatching('Liberation Sans'),
    ]);
    expect(await inkOf(drawn)).not.toContain('');
  });
});

describe('a document without fonts, in an installation without fonts', () => {
  it('has warnings about the fonts and the characters', async () => {
    const [page] = await noLayer(documentWith(composite('SimSun', 'GB1', 'UniGB-UCS2-H'), '<4F60>'));
    expect(page?.warnings).toMatchObject([
      { code: 'font-substituted', font: 'SimSun' },
      { code: 'glyphs-missing', characters: '你' },
    ]);
  });

  it('has no warning about Latin text in a standard font', async () => {
    const [page] = await noLayer(documentWith(simple('Helvetica', 'é'), '(caf\xc0)'));
    expect(page?.warnings).toEqual([]);
  });

  it('has no warning about text that nobody sees', async () => {
    const [page] = await noLayer(documentWith(simple('Helvetica', 'Ж'), '3 Tr <C0>'));
    expect(page?.warnings).toEqual([]);
  });
});
