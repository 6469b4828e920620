import { describe, expect, it } from 'vitest';
import { readTextFaces } from '#lib/engines/fonts/text-faces.ts';
import { type LayerFace, makeTextFaces } from '../../layers/fonts/text-faces.ts';
import { fontsConf } from '../support/renderer.ts';
import { leftOut } from '../support/requirements.ts';

const conf =
  '<alias><family>serif</family><prefer><family>Wrong</family></prefer></alias>' +
  '<alias>\n<family>sans-serif</family>\n<prefer>\n<family>First</family>\n<family>Second</family></prefer></alias>';

const face = (family: string, changes: Partial<LayerFace> = {}): LayerFace => ({
  families: [family],
  postScriptName: family,
  weight: [400, 400],
  width: [100, 100],
  isItalic: false,
  hasOutlines: true,
  characters: [[65, 90]],
  file: `${family}.ttf`,
  index: 0,
  ...changes,
});

const filesOf = (...faces: LayerFace[]): string[] => makeTextFaces(faces, conf).map(({ file }) => file);

describe('the faces for text', () => {
  it('are in the order of sans-serif, and then in that of the layer', () => {
    const characters = [1000, 2000, 3000, 4000].map((code) => [[code, code]] as [[number, number]]);
    const names = ['Other', 'Wrong', 'Second', 'First'];
    const faces = names.map((name, index) => face(name, { characters: characters[index] ?? [] }));
    expect(filesOf(...faces)).toEqual(['First.ttf', 'Second.ttf', 'Other.ttf', 'Wrong.ttf']);
  });

  it('are regular, upright and have outlines', () => {
    const others = [
      { weight: [700, 700] },
      { width: [75, 75] },
      { isItalic: true },
      { hasOutlines: false },
    ] satisfies Partial<LayerFace>[];
    expect(filesOf(...others.map((changes) => face('First', changes)))).toEqual([]);
    expect(filesOf(face('First', { weight: [100, 900], width: [75, 125] }))).toEqual(['First.ttf']);
  });

  it('each have characters that none before has', () => {
    const second = face('Second', { characters: [[70, 91]] });
    const other = face('Other', {
      characters: [
        [66, 67],
        [80, 80],
      ],
    });
    expect(filesOf(face('First'), second, other)).toEqual(['First.ttf', 'Second.ttf']);
  });

  it('need an order', () => {
    expect(() => makeTextFaces([], '<fontconfig/>')).toThrow('fonts.conf prefers no fonts for sans-serif.');
  });

  it.skipIf(leftOut('fonts'))('are in the layer, the simplified Chinese one of five for Chinese', () => {
    const faces = readTextFaces(fontsConf);
    expect(faces.slice(0, 4).map(({ file, index }) => [file, index])).toEqual([
      ['liberation/LiberationSans-Regular.ttf', 0],
      ['noto/NotoSansArabic-Regular.ttf', 0],
      ['dejavu/DejaVuSans.ttf', 0],
      ['noto/NotoSansCJK-Regular.ttc', 2],
    ]);
    expect(faces.map(({ file }) => file)).not.toContain('noto/NotoColorEmoji.ttf');
  });
});
