import { describe, expect, it } from 'vitest';
import type { ListedFace } from '#lib/engines/fonts/listed-faces.ts';
import { FontChoice } from '#lib/engines/pdfium/fonts/font-choice.ts';
import {
  charsets,
  familyKey,
  type FontRequest,
  isStandardFont,
} from '#lib/engines/pdfium/fonts/font-request.ts';

const latin: [number, number][] = [[0x20, 0x7e]];

const face = (family: string, changes: Partial<ListedFace> = {}): ListedFace => ({
  file: `${family}.ttf`,
  index: 0,
  families: [family],
  weight: [400, 400],
  width: [100, 100],
  isItalic: false,
  characters: latin,
  ...changes,
});

const choice = new FontChoice(
  [
    face('Liberation Sans'),
    face('Liberation Serif'),
    face('Liberation Mono'),
    face('Good', { file: 'light.ttf', weight: [300, 300] }),
    face('Good', { file: 'regular.ttf' }),
    face('Good', { file: 'bold.ttf', weight: [700, 700] }),
    face('Good', { file: 'italic.ttf', isItalic: true }),
    face('Noto Sans CJK KR', { file: 'cjk.ttc', index: 3, characters: [...latin, [0xac00, 0xd7a3]] }),
    face('Thai', { characters: [[0xe00, 0xe5b]] }),
    face('Two Letters', {
      characters: [
        [0x3b1, 0x3b1],
        [0xe01, 0xe01],
      ],
    }),
  ],
  { 'Better Font': 'Good', Tahoma: 'Liberation Sans', 'Not Installed': 'Nothing' },
  '/fonts/fonts.conf',
);

const request = (name: string, changes: Partial<FontRequest> = {}): FontRequest => ({
  name,
  isBold: false,
  isItalic: false,
  charset: 0,
  isMonospaced: false,
  hasSerifs: false,
  ...changes,
});

const fileFor = (...[asked, characters]: Parameters<FontChoice['faceFor']>): string | undefined =>
  choice.faceFor(asked, characters)?.path;

describe('the face for a font that is not embedded', () => {
  it('has its name or is its substitute, in the style', () => {
    expect(fileFor(request('Good'))).toBe('/fonts/regular.ttf');
    expect(fileFor(request('BetterFont'))).toBe('/fonts/regular.ttf');
    expect(fileFor(request('Better-Font,Bold', { isBold: true }))).toBe('/fonts/bold.ttf');
    expect(fileFor(request('ABCDEF+BetterFont', { isItalic: true }))).toBe('/fonts/italic.ttf');
  });

  it('can be one without Latin letters', () => {
    expect(fileFor(request('Thai'))).toBe('/fonts/Thai.ttf');
  });

  it('is like the font if nobody knows its name', () => {
    expect(fileFor(request('Unknown'))).toBe('/fonts/Liberation Sans.ttf');
    expect(fileFor(request('NotInstalled'))).toBe('/fonts/Liberation Sans.ttf');
    expect(fileFor(request('Unknown', { hasSerifs: true }))).toBe('/fonts/Liberation Serif.ttf');
    expect(fileFor(request('Unknown', { isMonospaced: true }))).toBe('/fonts/Liberation Mono.ttf');
  });

  it('has the script of the charset', () => {
    expect(choice.faceFor(request('Unknown', { charset: charsets.korean }))).toEqual({
      family: 'Noto Sans CJK KR',
      path: '/fonts/cjk.ttc',
      index: 3,
    });
    expect(fileFor(request('Tahoma', { charset: charsets.thai }))).toBe('/fonts/Thai.ttf');
  });

  it('has as many of the characters as possible', () => {
    expect(fileFor(request('Tahoma'), new Set('ก'))).toBe('/fonts/Thai.ttf');
    expect(fileFor(request('Tahoma'), new Set('กα'))).toBe('/fonts/Two Letters.ttf');
    // PDFium has Liberation Sans for each character that a face lacks.
    expect(fileFor(request('Tahoma'), new Set('abcก'))).toBe('/fonts/Thai.ttf');
    expect(fileFor(request('Tahoma'), new Set('ab가Ꭳ'))).toBe('/fonts/cjk.ttc');
    expect(fileFor(request('Good', { isBold: true }), new Set('ab'))).toBe('/fonts/bold.ttf');
    expect(fileFor(request('Tahoma'), new Set('Ꭳ'))).toBe('/fonts/Liberation Sans.ttf');
  });

  it('is left to PDFium if it is a font of symbols', () => {
    expect(fileFor(request('Wingdings', { charset: charsets.symbol }))).toBeUndefined();
    expect(fileFor(request('Good', { charset: charsets.symbol }))).toBe('/fonts/regular.ttf');
  });
});

describe('names of fonts', () => {
  it('are compared without subset, style and spaces', () => {
    const names = ['Gill Sans MT', 'GILLSANS-Bold', 'ABCDEF+GillSans,BoldItalic', 'Gill-Sans_Oblique'];
    expect(new Set(names.map(familyKey))).toEqual(new Set(['gillsans']));
    expect(familyKey('Bold')).toBe('bold');
  });

  it('are standard ones if each program for PDFs has such a font', () => {
    const standard = [
      'Helvetica-BoldOblique',
      'ArialMT',
      'Times-Roman',
      'TimesNewRomanPSMT',
      'CourierNew,Bold',
    ];
    expect(standard.filter((name) => !isStandardFont(name))).toEqual([]);
    expect(['Arial Narrow', 'Tahoma', 'SimSun', ''].filter(isStandardFont)).toEqual([]);
  });
});
