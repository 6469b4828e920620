import { arrayAt, dictAt, nameAt, numberAt, resolved } from '../../../assembly/lookup.ts';
import { dictFrom, type Entries } from '../../../assembly/object-builders.ts';
import { keys } from '../../../keys.ts';
import { type PDFContext, type PDFDict, PDFNumber, type PDFObject } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import { toHex } from '../../../syntax/strings.ts';
import { numeral, numerals } from '../../overlays/matrix.ts';
import type { FieldFont, FieldTextStyle, PlacedLine } from './field-font.ts';
import { fontEncoding } from './font-encoding.ts';
import { metricsOf } from './standard-font.ts';

const unitsPerEm = 1000;

/** Subtypes with one byte for each character. Those of Type 3 are drawings, whose metrics are their own. */
const simpleTypes = ['Type1', 'MMType1', 'TrueType'];

/** Metrics of fonts that state none that make sense. */
const usual = { ascent: 0.9, descent: 0.22, capHeight: 0.7 };

/** A glyph of a simple font. */
interface SimpleGlyph {
  code: number;
  /** Ems. */
  width: number;
}

/**
 * A simple font of a document (PDF 32000-1, 9.6) by its encoding and widths. It has the characters to which its encoding gives a
 * code with a width.
 */
export class SimpleFont implements FieldFont {
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  readonly #name: string;
  readonly #font: PDFObject;
  readonly #context: PDFContext;
  readonly #glyphs: ReadonlyMap<string, SimpleGlyph>;
  readonly #onMissing: (character: string) => void;

  private constructor(
    resource: FontResource,
    dict: PDFDict,
    glyphs: ReadonlyMap<string, SimpleGlyph>,
    onMissing: (character: string) => void,
  ) {
    this.#name = resource.name;
    this.#font = resource.font;
    this.#context = dict.context;
    this.#glyphs = glyphs;
    this.#onMissing = onMissing;
    const { ascent, descent, capHeight } = verticalMetrics(dict);
    [this.ascent, this.descent, this.capHeight] = [ascent, descent, capHeight];
  }

  /**
   * Undefined if the font cannot be used by its encoding alone: subsets may lack any glyph.
   *
   * @param onMissing called for characters that are shown and that the font does not have
   */
  static of(
    resource: FontResource,
    dict: PDFDict,
    onMissing: (character: string) => void,
  ): SimpleFont | undefined {
    const glyphs = glyphsOf(dict);
    return glyphs && new SimpleFont(resource, dict, glyphs, onMissing);
  }

  lacks(text: string): boolean {
    for (const character of text) if (!this.#glyphs.has(character)) return true;
    return false;
  }

  width(text: string): number {
    let width = 0;
    for (const character of text) width += this.#glyphs.get(character)?.width ?? 0;
    return width;
  }

  show(lines: readonly PlacedLine[], { size, colour }: FieldTextStyle): string {
    const shown = lines.map(
      ({ text, x, y }) => `${numerals([1, 0, 0, 1, x, y])} Tm\n<${toHex(this.#encode(text))}> Tj`,
    );
    return ['BT', `${String(nameOf(this.#name))} ${numeral(size)} Tf`, colour.operators, ...shown, 'ET'].join(
      '\n',
    );
  }

  resources(): Entries {
    return { Font: dictFrom(this.#context, [[nameOf(this.#name), this.#font]]) };
  }

  #encode(text: string): Uint8Array {
    const codes: number[] = [];
    for (const character of text) {
      const glyph = this.#glyphs.get(character);
      if (glyph) codes.push(glyph.code);
      else this.#onMissing(character);
    }
    return Uint8Array.from(codes);
  }
}

/** A font in a resource dictionary. */
export interface FontResource {
  /** The bytes of its name. */
  name: string;
  /** The font or a reference to it. */
  font: PDFObject;
}

/** The glyphs by their characters; undefined if the encoding does not tell which the font has. */
function glyphsOf(font: PDFDict): Map<string, SimpleGlyph> | undefined {
  if (!simpleTypes.includes(nameAt(font, keys.Subtype) ?? '')) return undefined;
  const name = nameAt(font, keys.BaseFont) ?? '';
  if (isEmbedded(font) && /^[A-Z]{6}\+/.test(name)) return undefined;
  const encoding = fontEncoding(font, isEmbedded(font));
  if (!encoding) return undefined;
  const widthOf = widthsOf(font, name);
  const glyphs = new Map<string, SimpleGlyph>();
  for (const [code, character] of encoding.entries()) {
    if (character === undefined || glyphs.has(character)) continue;
    const width = widthOf(code, character);
    if (width > 0) glyphs.set(character, { code, width: width / unitsPerEm });
  }
  const space = glyphs.get(' ');
  if (space && !glyphs.has('\u00a0')) glyphs.set('\u00a0', space);
  return glyphs;
}

function isEmbedded(font: PDFDict): boolean {
  const descriptor = dictAt(font, keys.FontDescriptor);
  return [keys.FontFile, keys.FontFile2, keys.FontFile3].some((key) => descriptor?.has(key));
}

/** The widest glyph that is taken seriously, in units of the font. */
const maxWidth = 5000;

/** Returns the width of a code in units of the font: 0 if it has no glyph. */
function widthsOf(font: PDFDict, name: string): (code: number, character: string) => number {
  const widths = arrayAt(font, keys.Widths);
  if (!widths) {
    const standard = metricsOf(name)?.widths;
    return (_, character) => standard?.get(character) ?? 0;
  }
  const first = numberAt(font, keys.FirstChar) ?? 0;
  return (code) => {
    const index = code - first;
    if (!Number.isInteger(index) || index < 0 || index >= widths.size()) return 0;
    const width = resolved(font.context, widths.get(index));
    return width instanceof PDFNumber ? Math.min(maxWidth, width.asNumber()) : 0;
  };
}

function verticalMetrics(font: PDFDict): typeof usual {
  const standard = metricsOf(nameAt(font, keys.BaseFont) ?? '');
  const descriptor = dictAt(font, keys.FontDescriptor);
  const within = (ems: number | undefined, [least, most]: readonly [number, number]): number | undefined =>
    ems !== undefined && ems >= least && ems <= most ? ems : undefined;
  const stated = (key: typeof keys.Ascent): number | undefined => {
    const units = descriptor && numberAt(descriptor, key);
    return units === undefined ? undefined : units / unitsPerEm;
  };
  const ems = (units: number | undefined): number | undefined => units && units / unitsPerEm;
  const descent = stated(keys.Descent);
  return {
    ascent: within(stated(keys.Ascent), [0.5, 1.5]) ?? ems(standard?.ascent) ?? usual.ascent,
    descent:
      within(descent === undefined ? undefined : Math.abs(descent), [0.05, 1]) ??
      ems(standard?.descent) ??
      usual.descent,
    capHeight: within(stated(keys.CapHeight), [0.4, 1]) ?? ems(standard?.capHeight) ?? usual.capHeight,
  };
}
