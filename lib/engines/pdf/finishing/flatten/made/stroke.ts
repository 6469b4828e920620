import { arrayAt, dictAt, nameAt, numberAt, resolved } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFNumber } from '../../../objects.ts';
import { numeral, numerals } from '../../overlays/matrix.ts';
import { numbersAt, numbersIn } from '../geometry.ts';
import { black, type Components, componentsOf, setColour } from '../../colours.ts';

/** How the lines of an annotation are drawn. */
export interface Stroke {
  /** Points. */
  width: number;
  /** Operators that set colour, width and dashes. */
  operators: string;
}

/** The widest line. Wider ones cover what they surround. */
const maxWidth = 200;

const maxDashes = 10;

/**
 * The lines of an annotation: its border (PDF 32000-1, table 166 and 12.5.4) in its colour. Undefined if the border has
 * no width, or the colour is transparent.
 */
export function strokeOf(annotation: PDFDict, byDefault = black): Stroke | undefined {
  const color = annotation.has(keys.C) ? componentsOf(numbersAt(annotation, keys.C)) : byDefault;
  return color && strokeIn(annotation, color);
}

/** The lines of an annotation in another colour. */
export function strokeIn(annotation: PDFDict, color: Components): Stroke | undefined {
  const { width, dashes } = borderOf(annotation);
  if (!(width > 0)) return undefined;
  const dash = dashes.length > 0 ? `\n[${numerals(dashes)}] 0 d` : '';
  return { width, operators: `${setColour(color, 'stroke')}\n${numeral(width)} w${dash}` };
}

function borderOf(annotation: PDFDict): { width: number; dashes: readonly number[] } {
  const style = dictAt(annotation, keys.BS);
  if (style) {
    const dashes = nameAt(style, keys.S) === 'D' ? (numbersAt(style, keys.D) ?? [3]) : [];
    return { width: bounded(numberAt(style, keys.W) ?? 1), dashes: validDashes(dashes) };
  }
  const border = arrayAt(annotation, keys.Border);
  const at = (index: number) => (border && index < border.size() ? border.get(index) : undefined);
  const width = resolved(annotation.context, at(2));
  const dashes = numbersIn(annotation.context, at(3)) ?? [];
  return {
    width: bounded(width instanceof PDFNumber ? width.asNumber() : 1),
    dashes: validDashes(dashes),
  };
}

const bounded = (width: number): number => Math.min(width, maxWidth);

const validDashes = (dashes: readonly number[]): readonly number[] =>
  dashes.length <= maxDashes && dashes.every((dash) => dash >= 0) && dashes.some((dash) => dash > 0)
    ? dashes
    : [];

/** The operator that paints a path (PDF 32000-1, 8.5.3); undefined if there is nothing to paint. */
export function painting(strokes: boolean, fills: boolean): 'B' | 'S' | 'f' | undefined {
  if (strokes) return fills ? 'B' : 'S';
  return fills ? 'f' : undefined;
}
