import type { PDFName } from '../objects.ts';
import { readName } from '../syntax/names.ts';
import { black, type Components, componentsOf } from './colours.ts';

/** How a text is shown (PDF 32000-1, 12.7.3.3). */
export interface DefaultAppearance {
  /** In resources, of a field in those of the form. */
  font: PDFName | undefined;
  /** Points; 0 for a size that fits the field. */
  size: number;
  colour: Components;
}

/** The largest size that is taken seriously, in points. */
const maxSize = 2000;

/** Names, numbers and operators. */
const token = /\/?[^\s/[\]<>(){}%]+/g;

const colourOperators = new Map([
  ['g', 1],
  ['rg', 3],
  ['k', 4],
]);

/** Reads a default appearance: the last font and the last colour that it sets. */
export function readAppearance(text: string): DefaultAppearance {
  let font: PDFName | undefined;
  let size = 0;
  let components: Components = black;
  let operands: string[] = [];
  for (const [each] of text.matchAll(token)) {
    const count = colourOperators.get(each);
    if (each === 'Tf') {
      const [name = '', points = ''] = operands.slice(-2);
      if (name.startsWith('/')) font = readName(Buffer.from(name, 'latin1'), 1, name.length);
      size = Number(points);
    } else if (count !== undefined) {
      components = componentsOf(operands.slice(-count).map(Number)) ?? components;
    } else {
      operands.push(each);
      continue;
    }
    operands = [];
  }
  return { font, size: size > 0 && size <= maxSize ? size : 0, colour: components };
}
