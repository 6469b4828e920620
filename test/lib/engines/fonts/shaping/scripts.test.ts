import { describe, expect, it } from 'vitest';
import { readFontInventory } from '#lib/engines/fonts/font-inventory.ts';
import { scriptOf, unknownScript } from '#lib/engines/fonts/shaping/scripts.ts';
import { fontsConf } from '../../../../support/renderer.ts';
import { leftOut } from '../../../../support/requirements.ts';

describe('scripts', () => {
  it.each([
    ['a', 'Latn'],
    ['ж', 'Cyrl'],
    ['한', 'Hang'],
    ['あ', 'Hira'],
    ['\u{1e900}', 'Adlm'],
    ['1', undefined],
    ['\u0301', undefined],
    ['।', undefined],
  ])('%s has its code of ISO 15924', (character, script) => {
    expect(scriptOf(character)).toBe(script);
    expect(scriptOf(character, 'Arab')).toBe(script);
  });

  it('are unknown of characters without one', () => {
    expect(scriptOf('\ue000')).toBe(unknownScript);
  });

  it.skipIf(leftOut('fonts'))(
    'are known of all characters in the layer but those for private use',
    async () => {
      const { characters } = await readFontInventory(fontsConf);
      const unknown = characters
        .flatMap(([first, last]) =>
          Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)),
        )
        .filter((character) => scriptOf(character, 'Hani') === unknownScript && !/\p{C}/u.test(character));
      expect(unknown).toEqual([]);
    },
  );
});
