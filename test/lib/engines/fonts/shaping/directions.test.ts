import { describe, expect, it } from 'vitest';
import { directionsOf, visualOrder } from '#lib/engines/fonts/shaping/directions.ts';

const levelsOf = (text: string): string => directionsOf(Array.from(text)).levels.join('');

describe('directions', () => {
  it.each([
    ['left to right', 'ab 12', '00000'],
    ['right to left, with numbers from left to right', 'אב 12', '11122'],
    ['right to left in left to right', 'a אב b', '001100'],
    ['isolates', 'a\u2067b\u2069', '0020'],
    ['overrides', '\u202eab\u202ca', undefined],
  ])('are those of UAX 9: %s', (_, text, levels) => {
    if (levels === undefined) expect(levelsOf(text)[1]).toBe('1');
    else expect(levelsOf(text)).toBe(levels);
  });

  it.each([
    ['a symbol', 'א\u{1f600}ב', '111'],
    ['a letter that is written from right to left', 'a\u{10900}', '01'],
    ['a letter that is written from left to right', 'א\u{1d49c}', '12'],
    ['a combining mark', 'א\u{1e8d0}', '11'],
  ])('apply to characters of two code units: %s', (_, text, levels) => {
    expect(levelsOf(text)).toBe(levels);
  });

  it('are those of the line for spaces at its end', () => {
    expect(levelsOf('a א ')).toBe('0010');
    expect(directionsOf(Array.from('א a ')).levels.join('')).toBe('1121');
  });
});

describe('the visual order', () => {
  const orderOf = (...levels: number[]): number[] =>
    visualOrder(levels.map((level, index) => ({ level, index }))).map(({ index }) => index);

  it('reverses what is written from right to left, at each level', () => {
    expect(orderOf(0, 0, 0)).toEqual([0, 1, 2]);
    expect(orderOf(1, 1, 1)).toEqual([2, 1, 0]);
    expect(orderOf(0, 1, 2, 1, 0)).toEqual([0, 3, 2, 1, 4]);
    expect(orderOf(1, 2, 2, 1)).toEqual([3, 1, 2, 0]);
  });
});
