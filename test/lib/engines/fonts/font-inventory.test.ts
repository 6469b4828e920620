import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FontBudget } from '#lib/engines/fonts/font-budget.ts';
import { readFontFile } from '#lib/engines/fonts/font-file.ts';
import { isCovered, isVisible, readFontInventory, withFaces } from '#lib/engines/fonts/font-inventory.ts';
import { readFaces } from '#lib/engines/fonts/sfnt/face.ts';
import { makeInventory } from '../../../../layers/fonts/inventory.ts';
import { makeFont } from '../../../support/font.ts';
import { fontsConf } from '../../../support/renderer.ts';
import { leftOut } from '../../../support/requirements.ts';

describe('the font inventory', () => {
  const face = { families: ['One', 'One Bold'], postScriptName: 'One-Bold', characters: [] };

  it('has the faces of each family, and ranges that do not touch', () => {
    const inventory = makeInventory([
      {
        ...face,
        characters: [
          [70, 80],
          [10, 20],
        ],
      },
      {
        families: ['One'],
        postScriptName: 'One-Regular',
        characters: [
          [21, 30],
          [75, 78],
          [79, 90],
        ],
      },
    ]);
    expect(inventory.families).toEqual({ One: ['One-Bold', 'One-Regular'], 'One Bold': ['One-Bold'] });
    expect(inventory.characters).toEqual([
      [10, 30],
      [70, 90],
    ]);
    expect(inventory.substitutes['Calibri']).toBe('Carlito');
  });

  it('reports the characters that a font has', () => {
    const inventory = makeInventory([
      {
        ...face,
        characters: [
          [65, 66],
          [0x1f600, 0x1f600],
        ],
      },
    ]);
    const covered = ['@', 'A', 'B', 'C', '😀', '😁'].filter((character) => isCovered(inventory, character));
    expect(covered).toEqual(['A', 'B', '😀']);
  });

  it('gains the fonts of a conversion', () => {
    const layer = makeInventory([{ ...face, characters: [[65, 66]] }]);
    const given = {
      families: ['One', '__proto__'],
      postScriptName: 'Given',
      characters: [[67, 67]] as const,
    };
    const inventory = withFaces(layer, [given]);
    expect(inventory.families['One']).toEqual(['One-Bold', 'Given']);
    expect(Object.entries(inventory.families)).toContainEqual(['__proto__', ['Given']]);
    expect(inventory.characters).toEqual([[65, 67]]);
    expect(isCovered(layer, 'C')).toBe(false);
  });

  it.skipIf(leftOut('libreoffice'))('is in the layer, for every font', async () => {
    const inventory = await readFontInventory(fontsConf);
    expect(inventory.families['TeX Gyre Pagella']).toContain('TeXGyrePagella-Bold');
    expect(inventory.families['Noto Sans CJK JP']).toEqual(['NotoSansCJKjp-Regular']);
    const text = Array.from('Aßжαאहাாあ漢한ไ😀∑✈');
    expect(text.filter((character) => !isCovered(inventory, character))).toEqual([]);
    expect(isCovered(inventory, '\u{13000}')).toBe(false);
    for (const by of Object.values(inventory.substitutes)) expect(inventory.families).toHaveProperty([by]);
  });
});

it.skipIf(leftOut('libreoffice')).each([
  ['cabin/Cabin-BoldItalic.otf', { families: ['Cabin'], weight: [700, 700], isItalic: true }],
  ['montserrat/Montserrat-Black.otf', { families: ['Montserrat', 'Montserrat Black'], weight: [900, 900] }],
  ['liberation/LiberationMono-Regular.ttf', { families: ['Liberation Mono'] }],
])('accepts %s of the layer as a font of a conversion', async (path, face) => {
  const font = readFileSync(join(dirname(fontsConf), path));
  expect((await readFontFile(font, new FontBudget())).face).toMatchObject(face);
});

it('reads the names and characters of a font', () => {
  const [face] = readFaces(makeFont('Canary Sans'));
  expect(face).toMatchObject({ families: ['Canary Sans'], postScriptName: 'CanarySans' });
  expect(face?.characters.some(([first, last]) => first <= 0x41 && last >= 0x41)).toBe(true);
});

it.each(['a', '漢', '7', '€', '😀', '?'])('reports %s as missing without a glyph', (character) => {
  expect(isVisible(character)).toBe(true);
});

it.each([' ', '\n', '\u00ad', '\u200d', '\ufe0f', '\ue000', '\u{f0000}', '\u0301'])(
  'does not report %j as missing',
  (character) => {
    expect(isVisible(character)).toBe(false);
  },
);
