import { describe, expect, it } from 'vitest';
import { inchesOf, paperSize } from '#lib/api/fields/lengths.ts';

describe('a length', () => {
  it.each([
    ['8.5', 8.5],
    ['8.5in', 8.5],
    ['2.54cm', 1],
    ['25.4mm', 1],
    ['96px', 1],
    ['72pt', 1],
    [' 10 MM ', 10 / 25.4],
    ['.5', 0.5],
    ['0', 0],
  ])('%s is %f inches', (text, inches) => {
    expect(inchesOf(text)).toBeCloseTo(inches, 10);
  });

  it.each(['', '-1', '1e3', '10 furlongs', '1,5cm', 'mm', '1in2', 'NaN', 'Infinity', '0x10', '9999999'])(
    '%j is none',
    (text) => {
      expect(inchesOf(text)).toBeUndefined();
    },
  );
});

describe('a paper size', () => {
  it('is named in any case', () => {
    expect(paperSize('a4')).toEqual({ width: 210 / 25.4, height: 297 / 25.4 });
    expect(paperSize('LETTER')).toEqual({ width: 8.5, height: 11 });
  });

  it.each(['A99', '', 'constructor'])('%j is none', (name) => {
    expect(paperSize(name)).toBeUndefined();
  });
});
