import { expect, it } from 'vitest';
import { alternatives } from '#lib/base/alternatives.ts';

it.each([
  [['pdf'], 'pdf'],
  [['pdf', 'png'], 'pdf or png'],
  [['pdf', 'png', 'csv'], 'pdf, png or csv'],
])('%j is "%s" in a sentence', (choices, text) => {
  expect(alternatives(choices)).toBe(text);
});
