import { describe, expect, it } from 'vitest';
import { overlappingRuns } from '#lib/engines/text/overlapping-runs.ts';
import { withoutRepeats } from '#lib/engines/text/repeats.ts';
import { type DrawnGlyph, glyphsOf, lineOfGlyphs } from '../../../support/glyphs.ts';

const keptOf = (drawn: readonly DrawnGlyph[]): string => {
  const glyphs = glyphsOf(drawn);
  return withoutRepeats(glyphs, glyphs.indices())
    .map((index) => glyphs.text(index))
    .join('');
};

const word = lineOfGlyphs('shadow', { x: 50, y: 100 });

describe('repeated glyphs', () => {
  it.each([
    ['are left out where another run draws them again', 0.8, 'shadow'],
    ['are kept where they are further away', 1.6, 'shadowshadow'],
  ])('%s', (_, shift, kept) => {
    expect(keptOf([...word, ...lineOfGlyphs('shadow', { x: 50 + shift, y: 100 })])).toBe(kept);
  });

  it('are those of the same text and size', () => {
    const others = [
      ...lineOfGlyphs('SHADOW', { x: 50, y: 100 }),
      ...lineOfGlyphs('shadow', { x: 50, y: 100, size: 12 }),
    ];
    expect(keptOf([...word, ...others])).toBe('shadowSHADOWshadow');
  });

  it('are kept within one run', () => {
    const [letter] = lineOfGlyphs('f', { x: 50, y: 100 });
    expect(letter && keptOf([letter, letter])).toBe('ff');
  });

  it('are left out among very many runs at one height', () => {
    const runs = Array.from({ length: 1000 }, (_, index) =>
      lineOfGlyphs('l', { x: index, y: 100 + (index % 3) }),
    );
    const again = lineOfGlyphs('l', { x: 0.5, y: 100 });
    expect(keptOf([...runs.flat(), ...again])).toHaveLength(1000);
  });
});

describe('overlapping runs', () => {
  const countOf = (drawn: readonly DrawnGlyph[]): number => {
    const glyphs = glyphsOf(drawn);
    return overlappingRuns(glyphs, glyphs.indices(), 0.12).size;
  };

  it('are none where lines and words stand beside each other', () => {
    const page = [
      ...word,
      ...lineOfGlyphs('beside it', { x: 80, y: 100 }),
      ...lineOfGlyphs('below them', { x: 50, y: 112 }),
    ];
    expect(countOf(page)).toBe(0);
  });

  it('are both that share a place, and no others', () => {
    const page = [
      ...word,
      ...lineOfGlyphs('across', { x: 60, y: 101 }),
      ...lineOfGlyphs('below them', { x: 50, y: 112 }),
    ];
    expect(countOf(page)).toBe(2);
  });
});
