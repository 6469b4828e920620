import type { FieldFont, PlacedLine } from './fonts/field-font.ts';
import { BreakableText } from '../line-breaks.ts';
import { isDouble } from './widget-frame.ts';
import type { WidgetStyle } from './widget-style.ts';

/** How text lies in a widget. */
export interface TextPlace {
  style: WidgetStyle;
  font: FieldFont;
  /** Points; 0 for a size that fits. */
  size: number;
  /** 0: left, 1: centered, 2: right (PDF 32000-1, table 222). */
  quadding: number;
  /** Whether text at a given size is made smaller rather than be clipped: nobody can scroll it. */
  shrinks: boolean;
}

/** Text as it is shown. */
export interface PlacedText {
  size: number;
  lines: PlacedLine[];
  /** Whether a part of the text is outside of the widget. */
  isClipped: boolean;
}

/** Sizes that are chosen for text, in points. */
const sizes = { least: 4, multiline: 12, step: 0.5 };

/** Rounding. In points. */
const tolerance = 0.05;

/** How far content stays from the edges of a widget: it is clipped at `edge`, and lies within `inner`. Points. */
export function insetsOf({ border }: WidgetStyle): { edge: number; inner: number } {
  const edge = Math.max(1, isDouble(border) ? 2 * border.width : border.width);
  return { edge, inner: edge + Math.max(1, border.width) };
}

/** One line, in the middle of the height. */
export function placeLine(text: string, place: TextPlace): PlacedText {
  const { style, font } = place;
  const { inner } = insetsOf(style);
  const room = { width: style.width - 2 * inner, height: style.height - 2 * inner };
  const width = font.width(text);
  const widest = width > 0 ? room.width / width : Infinity;
  const size = sizeOf(place, Math.min(room.height / (font.ascent + font.descent), widest), widest);
  const line = {
    text,
    x: alignedAt(inner, room.width - width * size, place.quadding),
    y: middleOf(place, size),
  };
  return { size, lines: [line], isClipped: width * size > room.width + tolerance };
}

/**
 * @param fitting the size that fits in both directions
 * @param widest the size that fits in the width
 */
function sizeOf({ size, shrinks, style }: TextPlace, fitting: number, widest: number): number {
  if (size === 0) {
    const least = Math.min(sizes.least, style.height / 2);
    return rounded(Math.max(fitting, least));
  }
  return shrinks && widest < size ? rounded(Math.max(widest, Math.min(sizes.least, size))) : size;
}

/** Down to hundredths. */
const rounded = (points: number): number => Math.max(0.01, Math.floor(points * 100) / 100);

/** Text that is wider than its room begins at the left. */
const alignedAt = (left: number, space: number, quadding: number): number =>
  left + (space <= 0 ? 0 : quadding === 2 ? space : quadding === 1 ? space / 2 : 0);

/** The baseline of a line whose capital letters are in the middle. It rises if there is no room for what is below it. */
function middleOf({ style, font }: TextPlace, size: number): number {
  const { edge } = insetsOf(style);
  const space = style.height - 2 * edge - font.capHeight * size;
  return edge + (space <= 0 ? space / 2 : Math.max(space / 2, Math.min(font.descent * size, space)));
}

/** Wrapped lines, from the top. */
export function placeLines(text: string, place: TextPlace): PlacedText {
  const { style, font, quadding } = place;
  const { inner } = insetsOf(style);
  const [width, height] = [Math.max(0, style.width - 2 * inner), Math.max(0, style.height - 2 * inner)];
  const breakable = new BreakableText(text, (piece) => font.width(piece));
  const leading = font.ascent + font.descent;
  const fit = (size: number): { lines: string[]; most: number } => {
    const most = Math.max(1, Math.floor((height + tolerance) / (leading * size)));
    return { lines: breakable.lines(width / size, most), most };
  };
  const least = Math.min(sizes.least, place.size || sizes.least);
  let size = place.size || sizes.multiline;
  let { lines, most } = fit(size);
  const canShrink = place.size === 0 || place.shrinks;
  while (canShrink && lines.length > most && size > least) {
    size = Math.max(least, size - sizes.step);
    ({ lines, most } = fit(size));
  }
  const top = style.height - inner - font.ascent * size;
  return {
    size,
    lines: lines.map((line, index) => ({
      text: line,
      x: alignedAt(inner, width - font.width(line) * size, quadding),
      y: top - index * leading * size,
    })),
    isClipped: lines.length > most,
  };
}

/** The characters of a text one by one, in cells of the same width (PDF 32000-1, table 228: comb). */
export function placeInCells(characters: readonly string[], cells: number, place: TextPlace): PlacedText {
  const { style, font, quadding } = place;
  const { inner } = insetsOf(style);
  const cell = style.width / cells;
  const widths = characters.map((character) => font.width(character));
  const widest = cell / widths.reduce((one, other) => Math.max(one, other), 0.1);
  const height = (style.height - 2 * inner) / (font.ascent + font.descent);
  const size = sizeOf(place, Math.min(height, widest), widest);
  const free = Math.max(0, cells - characters.length);
  const first = quadding === 2 ? free : quadding === 1 ? Math.floor(free / 2) : 0;
  const y = middleOf(place, size);
  const lines = characters.map((text, index) => ({
    text,
    x: (first + index + 0.5) * cell - ((widths[index] ?? 0) * size) / 2,
    y,
  }));
  return { size, lines, isClipped: false };
}
