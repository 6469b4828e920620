import { bytesOf, isString, resolved } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';
import { black, type Color, colorOf } from './color.ts';

/** What a default appearance says about a text (PDF 32000-1, 12.7.3.3), besides its font. */
export interface DefaultAppearance {
  /** Points; 0 means that the size is up to the viewer. */
  fontSize: number;
  color: Color;
}

/** The longest one that is read, in bytes. */
const maxLength = 10_000;

const colorOperators = new Set(['g', 'rg', 'k']);

export function defaultAppearanceOf(annotation: PDFDict): DefaultAppearance {
  const value = resolved(annotation.context, annotation.get(keys.DA));
  const text = isString(value) ? (bytesOf(value) ?? '') : '';
  let [fontSize, color, operands] = [0, black, [] as string[]];
  for (const token of text.slice(0, maxLength).split(/[\s/]+/)) {
    if (token === 'Tf') fontSize = Math.abs(Number(operands.at(-1))) || 0;
    const components = colorOperators.has(token) ? operands.map(Number) : undefined;
    if (components?.every(Number.isFinite)) color = colorOf(components) ?? color;
    operands = /^[\d.+-]/.test(token) ? [...operands.slice(-3), token] : [];
  }
  return { fontSize, color };
}
