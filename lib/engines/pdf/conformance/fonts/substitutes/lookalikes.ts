import type { SubstituteFace } from './substitute-fonts.ts';

/** Characters that a font without them is drawn without: spaces and controls. */
export const blank = /^[\p{Z}\p{C}]$/u;

/** Other characters with the same look. */
const lookalikes: ReadonlyMap<string, string> = new Map([
  ['\u00a0', ' '],
  ['\u00ad', '-'],
  ['\u2010', '-'],
  ['\u2011', '-'],
  ['⟨', '〈'],
  ['⟩', '〉'],
  ['∆', 'Δ'],
  ['Ω', 'Ω'],
  ['µ', 'μ'],
  ['ϕ', 'φ'],
  ['ˉ', '¯'],
]);

/** The glyph of a text in a face, or of one with the same look; 0 if it has none. */
export const glyphFor = (face: SubstituteFace, text: string): number =>
  face.glyphOf(text) || face.glyphOf(lookalikes.get(text) ?? '');
