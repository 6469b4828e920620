import { describe, expect, it } from 'vitest';
import { readName } from '#lib/engines/pdf/syntax/names.ts';

const nameOf = (text: string) => readName(Buffer.from(text, 'latin1'), 0, text.length);

describe('readName', () => {
  it('distinguishes names with the same hash, however many', () => {
    // Aa and BB have the same hash with the factor 31, and so have all words of them.
    const words = Array.from({ length: 32 }, (_, bits) =>
      [0, 1, 2, 3, 4].map((bit) => ((bits >> bit) % 2 === 0 ? 'Aa' : 'BB')).join(''),
    );
    expect(words.map((word) => nameOf(word).decodeText())).toEqual(words);
    expect(words.map((word) => nameOf(word))).toEqual(words.map((word) => nameOf(word)));
  });

  it('returns one object per name, wherever it occurs', () => {
    const bytes = Buffer.from('/Kids/Kids2/Kids', 'latin1');
    expect(readName(bytes, 1, 5)).toBe(readName(bytes, 12, 16));
    expect(readName(bytes, 6, 11)).not.toBe(readName(bytes, 1, 5));
  });

  it('resolves escapes', () => {
    expect(nameOf('K#69ds')).toBe(nameOf('Kids'));
    expect(nameOf('a#6a')).toBe(nameOf('a#6A'));
  });
});
