import type { Glyph, GlyphRun, ShapedLine } from '../../../fonts/shaping/shaped-line.ts';
import { type DocumentFont, unitsPerEm } from './document-font.ts';
import type { TextStyle } from './drawable.ts';
import { numeral, numerals } from './matrix.ts';
import { separatedClusters } from './right-to-left.ts';
import { codeHex, utf16Hex } from './to-unicode.ts';

/** A box in place of a missing glyph: its margin on both sides, its height, and the width of its line, in ems. */
const box = { margin: 0.08, height: 0.7, line: 0.04 };

/**
 * The operators that show a line (PDF 32000-1, 9.4).
 *
 * @param baseline its height above the lower edge, in points
 * @param fontOf the document's font for a run
 */
export function lineContent(
  { parts }: ShapedLine,
  { fontSize, color }: TextStyle,
  baseline: number,
  fontOf: (run: GlyphRun) => DocumentFont,
): string {
  const text = new TextOperators(fontSize);
  const boxes: string[] = [];
  for (const part of parts) {
    if (part.kind === 'glyphs') text.showRun(part, fontOf(part));
    else {
      const left = text.position + box.margin;
      const sides = [
        left * fontSize,
        baseline,
        (part.advance - 2 * box.margin) * fontSize,
        box.height * fontSize,
      ];
      boxes.push(`${numerals(sides)} re`);
      text.skip(part.advance);
    }
  }
  const rgb = componentsOf(color);
  const shown = [`${rgb} rg`, 'BT', `0 ${numeral(baseline)} Td`, ...text.end(), 'ET'];
  const drawn = [`${rgb} RG`, `${numeral(box.line * fontSize)} w`, ...boxes, 'S'];
  return [...(text.isEmpty ? [] : shown), ...(boxes.length === 0 ? [] : drawn)].join('\n');
}

/** Shows glyphs where they belong, with as few operators as possible. */
class TextOperators {
  readonly #fontSize: number;
  readonly #operators: string[] = [];
  /** Elements of the next operator that shows text: codes in hexadecimal, and adjustments in units of the font. */
  #elements: (string | number)[] = [];
  /** Where the next glyph belongs, in ems. */
  #position = 0;
  /** Where a reader would show it, in ems. */
  #pen = 0;
  #rise = 0;
  #font: DocumentFont | undefined;

  constructor(fontSize: number) {
    this.#fontSize = fontSize;
  }

  get position(): number {
    return this.#position;
  }

  get isEmpty(): boolean {
    return this.#font === undefined;
  }

  skip(ems: number): void {
    this.#position += ems;
  }

  showRun(run: GlyphRun, font: DocumentFont): void {
    if (font !== this.#font) {
      this.#flush();
      this.#operators.push(`/${font.name} ${numeral(this.#fontSize)} Tf`);
      this.#font = font;
    }
    for (const cluster of separatedClusters(run)) {
      if (font.map(cluster)) this.#show(cluster.glyphs, font);
      else {
        this.#flush();
        this.#operators.push(`/Span <</ActualText <FEFF${utf16Hex(cluster.text)}>>> BDC`);
        this.#show(cluster.glyphs, font);
        this.#flush();
        this.#operators.push('EMC');
      }
    }
  }

  end(): readonly string[] {
    this.#flush();
    return this.#operators;
  }

  #show(glyphs: readonly Glyph[], font: DocumentFont): void {
    for (const glyph of glyphs) {
      this.#raise(glyph.dy);
      const adjustment = Math.round((this.#pen - this.#position - glyph.dx) * unitsPerEm);
      if (adjustment !== 0) this.#elements.push(adjustment);
      const { code, width } = font.use(glyph);
      this.#elements.push(codeHex(code));
      this.#pen += (width - adjustment) / unitsPerEm;
      this.#position += glyph.advance;
    }
  }

  #raise(ems: number): void {
    if (ems === this.#rise) return;
    this.#flush();
    this.#operators.push(`${numeral(ems * this.#fontSize)} Ts`);
    this.#rise = ems;
  }

  #flush(): void {
    if (this.#elements.length === 0) return;
    const array = this.#elements.map((each) => (typeof each === 'string' ? `<${each}>` : String(each)));
    // Codes in sequence are one string.
    this.#operators.push(`[${array.join('').replaceAll('><', '')}] TJ`);
    this.#elements = [];
  }
}

/** Red, green and blue, from 0 to 1. */
const componentsOf = (color: string): string =>
  numerals([...Buffer.from(color.slice(1), 'hex')].map((component) => component / 255));
