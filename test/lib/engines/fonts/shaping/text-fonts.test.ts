import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFontInventory } from '#lib/engines/fonts/font-inventory.ts';
import { compileHarfBuzz } from '#lib/engines/fonts/shaping/harfbuzz/programs.ts';
import type { GlyphRun, ShapedLine } from '#lib/engines/fonts/shaping/shaped-line.ts';
import { TextFonts } from '#lib/engines/fonts/shaping/text-fonts.ts';
import { makeFont } from '../../../../support/font.ts';
import { fontsConf } from '../../../../support/renderer.ts';
import { layerFonts, textPages } from '../../../../support/text-pages.ts';
import { pagePixels } from '../../../../support/pdf-pixels.ts';
import { readPdf } from '../../../../support/read-pdf.ts';
import { leftOut } from '../../../../support/requirements.ts';

const shape = (text: string): ShapedLine => layerFonts().shape(text);

/** The clusters from left to right, with the number of glyphs of those that have not one. */
const clustersOf = (text: string): string[] =>
  shape(text).parts.flatMap((part) =>
    part.kind === 'missing'
      ? ['?']
      : part.clusters.map((each) =>
          each.glyphs.length === 1 ? each.text : `${each.text}${each.glyphs.length}`,
        ),
  );

const fontsOf = (text: string): string[] =>
  shape(text).parts.map((part) => (part.kind === 'missing' ? '?' : part.font.postScriptName));

const glyphsOf = (text: string): number[] =>
  shape(text).parts.flatMap((part) =>
    part.kind === 'missing' ? [] : part.clusters.flatMap(({ glyphs }) => glyphs.map(({ id }) => id)),
  );

describe.skipIf(leftOut('fonts'))('text', () => {
  it('is one glyph a character in simple scripts, with kerning', () => {
    expect(clustersOf('Page 7')).toEqual(['P', 'a', 'g', 'e', ' ', '7']);
    const [run] = shape('AV').parts;
    const [glyph] = run?.kind === 'glyphs' ? (run.clusters[0]?.glyphs ?? []) : [];
    expect(glyph?.advance).toBeLessThan(glyph?.width ?? 0);
  });

  it('joins Arabic letters, from right to left', () => {
    expect(clustersOf('بسلام')).toEqual(['م', 'لا', 'س', 'ب']);
    const [alone] = glyphsOf('ب');
    const joined = glyphsOf('بب');
    expect(joined).not.toContain(alone);
    expect(new Set(joined).size).toBe(2);
  });

  it('joins Arabic letters through controls without a glyph', () => {
    expect(glyphsOf('ب\u2060ب')).toEqual(glyphsOf('بب'));
    expect(glyphsOf('ب\u200cب')).not.toEqual(glyphsOf('بب'));
  });

  it('writes Hebrew from right to left, and its digits from left to right', () => {
    expect(clustersOf('שנה 2024').join('')).toBe('2024 הנש');
    expect(clustersOf('(א)').join('')).toBe(')א(');
    // The bracket that opens is mirrored.
    expect(glyphsOf('(א')).toEqual([...glyphsOf('א'), ...glyphsOf(')')]);
  });

  it('mixes directions', () => {
    expect(clustersOf('ab אב cd').join('')).toBe('ab בא cd');
    expect(clustersOf('אב ab גד').join('')).toBe('דג ab בא');
  });

  it('reorders and joins Devanagari', () => {
    expect(clustersOf('हि')).toEqual(['हि2']);
    expect(clustersOf('क्ष')).toEqual(['क्ष']);
    const [vowel, consonant] = glyphsOf('हि');
    expect(glyphsOf('ह')).toEqual([consonant]);
    expect(vowel).not.toBe(consonant);
  });

  it('stacks Thai marks', () => {
    expect(clustersOf('ที่')).toEqual(['ท', 'ี', '่']);
    expect(shape('ที่').ink.top).toBeGreaterThan(shape('ท').ink.top);
  });

  it('puts combining marks on their base, or takes the composed character', () => {
    expect(glyphsOf('e\u0301')).toEqual(glyphsOf('é'));
    expect(shape('x\u0302').width).toBe(shape('x').width);
  });

  it('takes the fonts of fonts.conf, and of each script', () => {
    expect(fontsOf('a')).toEqual(['LiberationSans']);
    expect(fontsOf('漢')).toEqual(['NotoSansCJKsc-Regular']);
    expect(fontsOf('a漢b')).toEqual(['LiberationSans', 'NotoSansCJKsc-Regular', 'LiberationSans']);
    expect(fontsOf('नमस्ते।')).toEqual(['NotoSansDevanagari-Regular']);
    expect(fontsOf('😀')).toEqual(['DejaVuSans']);
  });

  it('reports what no font has, and leaves a place for it', () => {
    const line = shape('a\u0378🤖b');
    expect(line.missing).toEqual(['\u0378', '🤖']);
    expect(line.parts.map(({ kind }) => kind)).toEqual(['glyphs', 'missing', 'missing', 'glyphs']);
    expect(line.width).toBeCloseTo(shape('ab').width + 1.2);
  });

  it('has a glyph for each character of the layer, or reports it', async () => {
    const { characters } = await readFontInventory(fontsConf);
    const invisible = /^[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
    const sample = characters
      .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at))
      .filter((_, index) => index % 13 === 0)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => !invisible.test(character));
    expect(sample.length).toBeGreaterThan(4000);
    const unnoticed: string[] = [];
    const missing: string[] = [];
    for (const character of sample) {
      const line = shape(character);
      const isDrawn = line.parts.some((part) => part.kind === 'glyphs' && part.clusters.length > 0);
      if (!isDrawn && line.missing.length === 0) unnoticed.push(character);
      missing.push(...line.missing);
    }
    expect(unnoticed).toEqual([]);
    // Those of colour emoji have no outlines.
    expect(missing.filter((character) => !/\p{Emoji}|\p{Co}/u.test(character))).toEqual([]);
  });

  it('is one line: line breaks and controls are spaces', () => {
    expect(glyphsOf('a\nb\tc\u2028d')).toEqual(glyphsOf('a b c d'));
  });

  it('has the size of its fonts', () => {
    expect(shape('a')).toMatchObject({ ascent: 0.9052734375, descent: 0.2119140625 });
    expect(shape('')).toMatchObject({ parts: [], width: 0, ascent: 0, descent: 0 });
  });
});

describe('fonts', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'text-fonts-'));
    await writeFile(join(folder, 'own.ttf'), makeFont('Own Sans'));
    await writeFile(join(folder, 'broken.ttf'), Buffer.from('broken'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const capitals: [number, number][] = [[65, 90]];
  const faces = [
    { file: 'own.ttf', index: 0, characters: capitals },
    { file: 'broken.ttf', index: 0, characters: [[97, 122]] as [number, number][] },
  ];
  const open = (): TextFonts => new TextFonts(folder, faces, compileHarfBuzz());

  const runOf = ({ parts }: ShapedLine): GlyphRun => {
    const [part] = parts;
    if (part?.kind !== 'glyphs') throw new Error('no glyphs');
    return part;
  };

  it('can be those of an installation', () => {
    const fonts = open();
    const line = fonts.shape('AV*');
    expect(line.missing).toEqual(['*']);
    expect(runOf(line).font).toMatchObject({
      postScriptName: 'OwnSans',
      outlines: 'TrueType',
      unitsPerEm: 2048,
    });
  });

  it('that are damaged do not harm the next line', () => {
    const fonts = open();
    const expected = fonts.shape('A');
    expect(() => fonts.shape('a')).toThrow(expect.objectContaining({ code: 'invalid-file-type' }));
    expect(fonts.shape('A')).toEqual(expected);
  });

  it('have subsets with the glyphs that are asked for', () => {
    const fonts = open();
    const run = runOf(fonts.shape('AB'));
    const [one, both] = [fonts.subset(run, [36]), fonts.subset(run, [37, 36])];
    expect(one.length).toBeLessThan(both.length);
    expect(fonts.subset(run, [36, 37])).toBe(both);
    expect(fonts.subset(run, [36]).equals(one)).toBe(true);
  });

  it('can give a subset no glyphs but the empty one', () => {
    const fonts = open();
    const run = runOf(fonts.shape('A'));
    expect(fonts.subset(run, []).length).toBeLessThan(fonts.subset(run, [36]).length);
  });
});

describe.skipIf(leftOut('fonts'))('PostScript fonts that name their glyphs', () => {
  it('are embedded by glyph ids', async () => {
    const face = {
      file: 'montserrat/Montserrat-Regular.otf',
      index: 0,
      characters: [[32, 126]] as [number, number][],
    };
    const fonts = new TextFonts(dirname(fontsConf), [face], compileHarfBuzz());
    const run = fonts.shape('a').parts[0];
    expect(run).toMatchObject({ font: { outlines: 'PostScript', characterIds: undefined } });
    const { bytes } = await textPages(['Montserrat', 'Wontserrat', '      '], fonts);
    const { texts } = await readPdf(bytes);
    expect(texts.slice(0, 2)).toEqual(['Montserrat', 'Wontserrat']);
    expect(new Set(await pagePixels(bytes)).size).toBe(3);
  });
});

describe.skipIf(leftOut('fonts'))('hostile text', () => {
  it.each([
    ['marks on one base', `a${'\u0301'.repeat(999)}`],
    [
      'marks of several kinds',
      Array.from('abcdefghij', (base) => base + '\u0301\u0316\u0489\u035f'.repeat(24)).join(''),
    ],
    ['isolates', '\u2067a\u2066א'.repeat(250)],
    ['overrides', '\u202eab\u202d'.repeat(250)],
    ['characters for private use', '\ue000\uf8ff'.repeat(500)],
    ['characters that are not assigned', '\u0378'.repeat(1000)],
    ['conjuncts', 'क्'.repeat(500)],
    ['a new script and font for each character', 'aבक你ก'.repeat(200)],
    ['scripts that no font has', '\u{13000}'.repeat(500)],
    ['ligatures', 'ffi'.repeat(333)],
    ['brackets', `${'('.repeat(500)}${')'.repeat(499)}א`],
    ['joiners alone', '\u200d'.repeat(1000)],
  ])('takes bounded time: %s', (_, text) => {
    const fonts = layerFonts();
    fonts.shape(text);
    const start = process.threadCpuUsage();
    fonts.shape(text);
    const { user, system } = process.threadCpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(1_000);
  });
});
