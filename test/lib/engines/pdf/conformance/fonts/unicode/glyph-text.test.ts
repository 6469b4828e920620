import { expect, it } from 'vitest';
import { glyphText } from '#lib/engines/pdf/conformance/fonts/unicode/glyph-text.ts';

it.each([
  ['A', 'A'],
  ['afii10017', 'А'],
  ['f_f_i', 'ffi'],
  ['a.sc', 'a'],
  ['uni00410042', 'AB'],
  ['u1F600', '😀'],
  ['zerooldstyle', '0'],
  ['dalethatafpatah', 'דֲ'],
  ['.notdef', undefined],
  ['g123', undefined],
  ['uniD800', undefined],
])('returns the text of the glyph %s', (name, text) => {
  expect(glyphText(name)).toBe(text);
});
