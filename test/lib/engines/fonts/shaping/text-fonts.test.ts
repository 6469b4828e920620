import { describe, expect, it } from 'vitest';
import type { ShapedLine } from '#lib/engines/fonts/shaping/shaped-line.ts';
import { layerFonts } from '../../../../support/text-pages.ts';
import { leftOut } from '../../../../support/requirements.ts';

const shape = async (text: string): Promise<ShapedLine> => (await layerFonts()).shape(text);

/** The clusters from left to right, with the number of glyphs of those that have not one. */
const clustersOf = async (text: string): Promise<string[]> =>
  (await shape(text)).parts.flatMap((part) =>
    part.kind === 'missing'
      ? ['?']
      : part.clusters.map((each) =>
          each.glyphs.length === 1 ? each.text : `${each.text}${each.glyphs.length}`,
        ),
  );

const fontsOf = async (text: string): Promise<string[]> =>
  (await shape(text)).parts.map((part) => (part.kind === 'missing' ? '?' : part.font.postScriptName));

const glyphsOf = async (text: string): Promise<number[]> =>
  (await shape(text)).parts.flatMap((part) =>
    part.kind === 'missing' ? [] : part.clusters.flatMap(({ glyphs }) => glyphs.map(({ id }) => id)),
  );

describe.skipIf(leftOut('fonts'))('text', () => {
  it('is one glyph a character in simple scripts, with kerning', async () => {
    expect(await clustersOf('Page 7')).toEqual(['P', 'a', 'g', 'e', ' ', '7']);
    const [run] = (await shape('AV')).parts;
    const [glyph] = run?.kind === 'glyphs' ? (run.clusters[0]?.glyphs ?? []) : [];
    expect(glyph?.advance).toBeLessThan(glyph?.width ?? 0);
  });

  it('joins Arabic letters, from right to left', async () => {
    expect(await clustersOf('بسلام')).toEqual(['م', 'لا', 'س', 'ب']);
    const [alone] = await glyphsOf('ب');
    const joined = await glyphsOf('بب');
    expect(joined).not.toContain(alone);
    expect(new Set(joined).size).toBe(2);
  });

  it('joins Arabic letters through controls without a glyph', async () => {
    expect(await glyphsOf('ب\u2060ب')).toEqual(await glyphsOf('بب'));
    expect(await glyphsOf('ب\u200cب')).not.toEqual(await glyphsOf('بب'));
  });

  it('writes Hebrew from right to left, and its digits from left to right', async () => {
    expect((await clustersOf('שנה 2024')).join('')).toBe('2024 הנש');
    expect((await clustersOf('(א)')).join('')).toBe(')א(');
    // The bracket that opens is mirrored.
    expect(await glyphsOf('(א')).toEqual([...(await glyphsOf('א')), ...(await glyphsOf(')'))]);
  });

  it('mixes directions', async () => {
    expect((await clustersOf('ab אב cd')).join('')).toBe('ab בא cd');
    expect((await clustersOf('אב ab גד')).join('')).toBe('דג ab בא');
  });

  it('reorders and joins Devanagari', async () => {
    expect(await clustersOf('हि')).toEqual(['हि2']);
    expect(await clustersOf('क्ष')).toEqual(['क्ष']);
    const [vowel, consonant] = await glyphsOf('हि');
    expect(await glyphsOf('ह')).toEqual([consonant]);
    expect(vowel).not.toBe(consonant);
  });

  it('stacks Thai marks', async () => {
    expect(await clustersOf('ที่')).toEqual(['ท', 'ี', '่']);
    expect((await shape('ที่')).ink.top).toBeGreaterThan((await shape('ท')).ink.top);
  });

  it('puts combining marks on their base, or takes the composed character', async () => {
    expect(await glyphsOf('e\u0301')).toEqual(await glyphsOf('é'));
    expect((await shape('x\u0302')).width).toBe((await shape('x')).width);
  });

  it('takes the fonts of fonts.conf, and of each script', async () => {
    expect(await fontsOf('a')).toEqual(['LiberationSans']);
    expect(await fontsOf('漢')).toEqual(['NotoSansCJKsc-Regular']);
    expect(await fontsOf('a漢b')).toEqual(['LiberationSans', 'NotoSansCJKsc-Regular', 'LiberationSans']);
    expect(await fontsOf('नमस्ते।')).toEqual(['NotoSansDevanagari-Regular']);
    expect(await fontsOf('😀')).toEqual(['DejaVuSans']);
  });

  it('reports what no font has, and leaves a place for it', async () => {
    const line = await shape('a\u0378🤖b');
    expect(line.missing).toEqual(['\u0378', '🤖']);
    expect(line.parts.map(({ kind }) => kind)).toEqual(['glyphs', 'missing', 'missing', 'glyphs']);
    expect(line.width).toBeCloseTo((await shape('ab')).width + 1.2);
  });

  it('is one line: line breaks and controls are spaces', async () => {
    expect(await glyphsOf('a\nb\tc\u2028d')).toEqual(await glyphsOf('a b c d'));
  });

  it('has the size of its fonts', async () => {
    expect(await shape('a')).toMatchObject({ ascent: 0.9052734375, descent: 0.2119140625 });
    expect(await shape('')).toMatchObject({ parts: [], width: 0, ascent: 0, descent: 0 });
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
  ])('takes bounded time: %s', async (_, text) => {
    const fonts = await layerFonts();
    fonts.shape(text);
    const start = process.cpuUsage();
    fonts.shape(text);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000).toBeLessThan(200);
  });
});
