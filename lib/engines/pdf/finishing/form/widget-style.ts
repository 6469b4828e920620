import { textIn } from '../../assembly/form/field-facts.ts';
import { arrayAt, dictAt, nameAt, numberAt, resolved } from '../../assembly/lookup.ts';
import { boxOf, quarterTurn, type QuarterTurn } from '../../assembly/pages/page-view.ts';
import { keys } from '../../keys.ts';
import { PDFArray, type PDFDict, PDFNumber } from '../../objects.ts';
import { colourOf, type Components } from '../colours.ts';

/** Solid, dashed, beveled, inset, underlined (PDF 32000-1, table 166). */
const borderStyles = ['S', 'D', 'B', 'I', 'U'] as const;

export type BorderStyle = (typeof borderStyles)[number];

/** What a widget looks like without its value. */
export interface WidgetStyle {
  /** Points, before the rotation. */
  width: number;
  height: number;
  /** Degrees counterclockwise. */
  rotation: QuarterTurn;
  background: Components | undefined;
  border: {
    /** Not drawn if undefined. */
    colour: Components | undefined;
    width: number;
    style: BorderStyle;
    dash: readonly number[];
  };
  /** The caption, of a button in ZapfDingbats: the shape of its mark. */
  caption: string;
}

/** The longest side of a widget, in points. Viewers support 200 inches, and units of up to 75,000 points. */
const maxSide = 1_000_000;

/** The style of a widget (PDF 32000-1, 12.5.6.19); undefined if it has no area. */
export function widgetStyle(widget: PDFDict): WidgetStyle | undefined {
  const { context } = widget;
  const box = boxOf(context, widget.get(keys.Rect));
  if (!box) return undefined;
  const sides = [box[2] - box[0], box[3] - box[1]] as const;
  if (Math.max(...sides) > maxSide) return undefined;
  const characteristics = dictAt(widget, keys.MK);
  const rotation = quarterTurn((characteristics && numberAt(characteristics, keys.R)) ?? 0);
  const [width, height] = rotation % 180 === 0 ? sides : ([sides[1], sides[0]] as const);
  const caption = characteristics && resolved(context, characteristics.get(keys.CA));
  return {
    width,
    height,
    rotation,
    background: colourOf(context, characteristics?.get(keys.BG)),
    border: { colour: colourOf(context, characteristics?.get(keys.BC)), ...borderOf(widget, width, height) },
    caption: textIn(caption) ?? '',
  };
}

function borderOf(widget: PDFDict, width: number, height: number): Omit<WidgetStyle['border'], 'colour'> {
  const style = dictAt(widget, keys.BS);
  const old = arrayAt(widget, keys.Border);
  const third = old && resolved(widget.context, old.size() > 2 ? old.get(2) : undefined);
  const stated = style ? numberAt(style, keys.W) : third instanceof PDFNumber ? third.asNumber() : undefined;
  const name = style && nameAt(style, keys.S);
  return {
    width: Math.min(Math.max(0, stated ?? 1), width / 4, height / 4),
    style: borderStyles.find((each) => each === name) ?? 'S',
    dash: dashOf(style),
  };
}

const usualDash = [3];
const maxDashes = 10;

function dashOf(style: PDFDict | undefined): readonly number[] {
  if (!style) return usualDash;
  const array = resolved(style.context, style.get(keys.D));
  if (!(array instanceof PDFArray) || array.size() === 0 || array.size() > maxDashes) return usualDash;
  const lengths = array.asArray().map((entry) => {
    const length = resolved(style.context, entry);
    return length instanceof PDFNumber ? length.asNumber() : NaN;
  });
  const isValid =
    lengths.every((length) => length >= 0 && length < maxSide) && lengths.some((length) => length > 0);
  return isValid ? lengths : usualDash;
}
