import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readListedFaces } from '#lib/engines/fonts/listed-faces.ts';
import { openFace } from '#lib/engines/pdfium/fonts/font-file-reader.ts';
import { makeListedFaces } from '../../layers/fonts/listed-faces.ts';
import type { LayerFace } from '../../layers/fonts/text-faces.ts';
import { fontsConf } from '../support/renderer.ts';
import { leftOut } from '../support/requirements.ts';

const conf = '<alias><family>sans-serif</family><prefer><family>First</family></prefer></alias>';

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

describe('the faces with outlines', () => {
  it('have all styles, in the order of sans-serif, and then in that of the layer', () => {
    const faces = [
      face('Other'),
      face('Pictures', { hasOutlines: false }),
      face('First', { weight: [700, 700] }),
      face('First', { isItalic: true }),
    ];
    const listed = makeListedFaces(faces, conf);
    expect(listed.map(({ families, weight, isItalic }) => [...families, weight[0], isItalic])).toEqual([
      ['First', 700, false],
      ['First', 400, true],
      ['Other', 400, false],
    ]);
  });

  it.skipIf(leftOut('fonts'))('are in the layer', () => {
    const faces = readListedFaces(fontsConf);
    const families = new Set(faces.flatMap(({ families: names }) => names));
    const needed = [
      ...['Liberation Sans', 'Liberation Serif', 'Liberation Mono'],
      ...['Noto Sans CJK JP', 'Noto Sans CJK KR', 'Noto Sans CJK SC', 'Noto Sans CJK TC'],
    ];
    expect(needed.filter((family) => !families.has(family))).toEqual([]);
    for (const { file, index } of faces) {
      const path = join(dirname(fontsConf), file);
      const { start, bytes } = openFace(path, index);
      expect(bytes).toBe(statSync(path).size);
      expect(start).toBeLessThan(bytes);
    }
  });
});
