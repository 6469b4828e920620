import { describe, expect, it } from 'vitest';
import { familyNames, replacementIn } from '#lib/engines/html/font-stack.ts';

describe('a font stack', () => {
  it.each([
    ['Arial', ['Arial']],
    ['"Segoe UI", Roboto, sans-serif', ['Segoe UI', 'Roboto', 'sans-serif']],
    ['"A, B", "C \\"D\\"",E', ['A, B', 'C "D"', 'E']],
    ['', []],
  ])('%s has its names', (stack, names) => {
    expect(familyNames(stack)).toEqual(names);
  });

  const inventory = {
    families: { Roboto: ['Roboto-Regular'], Carlito: ['Carlito-Regular'] },
    substitutes: { Calibri: 'Carlito' },
    characters: [],
  };

  it.each([
    ['Roboto, sans-serif', undefined],
    ['roboto', undefined],
    ['sans-serif', undefined],
    ['-apple-system, system-ui', undefined],
    ['Own, Calibri', undefined],
    ['Foo, Roboto', undefined],
    ['Calibri, Carlito', undefined],
    ['Calibri, sans-serif', { font: 'Calibri', by: 'Carlito' }],
    ['CALIBRI', { font: 'CALIBRI', by: 'Carlito' }],
    ['Foo, Calibri, Roboto', { font: 'Foo', by: 'Carlito' }],
    ['Foo, monospace', { font: 'Foo', by: 'Liberation Mono' }],
    ['-apple-system, Foo', { font: 'Foo', by: 'Liberation Serif' }],
  ])('%s is in %j', (stack, replacement) => {
    expect(replacementIn(stack, new Set(['own']), inventory)).toEqual(replacement);
  });
});
