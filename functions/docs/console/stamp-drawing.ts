import { type OverlayPosition, overlayPositions } from '#lib/api/fields/finishing/overlay-positions.ts';
import { placementOn } from '#lib/engines/pdf/finishing/overlays/placement.ts';
import { type Replacements, stampText } from './stamp-text.ts';

type Values = Readonly<Record<string, string>>;

interface Size {
  width: number;
  height: number;
}

/** What a stamp shows. */
export interface Content extends Size {
  /** Points for each unit of the size on a page of that width. */
  scaleOn: (pageWidth: number, values: Values) => number;
  /** Draws it with its upper left corner at the origin. */
  draw: (context: CanvasRenderingContext2D) => void;
}

/** The line of a usual sans-serif font, relative to the font size. */
const line = { ascent: 0.905, height: 1.117 };

/** The largest number of tiles in a direction. */
const mostTiles = 40;

export const isWatermark = (values: Values): boolean => values['layer'] === 'watermark';

export function textContent(values: Values, replacements: Replacements): Content {
  const size = numberIn(values, 'fontSize', 48);
  const text = stampText(values['text'] ?? '', replacements);
  const font = `${size}px "Liberation Sans", Arimo, Arial, Helvetica, sans-serif`;
  const measuring = new OffscreenCanvas(1, 1).getContext('2d');
  if (measuring) measuring.font = font;
  return {
    width: measuring?.measureText(text).width ?? 0,
    height: size * line.height,
    scaleOn: () => 1,
    draw(context) {
      context.font = font;
      context.fillStyle = /^#[0-9a-f]{6}$/i.test(values['color'] ?? '') ? (values['color'] ?? '') : '#000000';
      context.fillText(text, 0, size * line.ascent);
    },
  };
}

export function fileContent(image: HTMLImageElement | HTMLCanvasElement): Content {
  const { width, height } = image;
  return {
    width,
    height,
    scaleOn: (pageWidth, values) => (numberIn(values, 'scale', 0.5) * pageWidth) / width,
    draw: (context) => context.drawImage(image, 0, 0, width, height),
  };
}

/** @param page its size in points; the canvas shows all of it */
export function drawStamp(
  context: CanvasRenderingContext2D,
  content: Content,
  values: Values,
  page: Size,
): void {
  const { width, height } = page;
  const view = { box: [0, 0, width, height], rotation: 0, unit: 1, width, height } as const;
  const [a, b, c, d, e, f] = placementOn(view, content, content.scaleOn(width, values), {
    position: positionIn(values),
    offset: offsetIn(values),
    rotation: numberIn(values, 'rotation', 0),
  });
  const pixels = context.canvas.width / width;
  context.save();
  context.globalAlpha = Math.min(1, Math.max(0, numberIn(values, 'opacity', isWatermark(values) ? 0.3 : 1)));
  // The space of a PDF has its origin at the bottom, that of a canvas at the top.
  context.setTransform(pixels, 0, 0, -pixels, 0, context.canvas.height);
  context.transform(a, b, c, d, e, f);
  context.transform(1, 0, 0, -1, 0, content.height);
  for (const [x, y] of values['tile'] === 'true' ? tiles(content) : [[0, 0] as const]) {
    context.save();
    context.translate(x, y);
    content.draw(context);
    context.restore();
  }
  context.restore();
}

/** Tiles around the first one, at the distance that the service keeps. */
function* tiles({ width, height }: Size): Iterable<readonly [x: number, y: number]> {
  const gap = Math.min(width, height);
  for (let row = -mostTiles; row <= mostTiles; row += 1) {
    for (let column = -mostTiles; column <= mostTiles; column += 1) {
      yield [column * (width + gap), row * (height + gap)];
    }
  }
}

function numberIn(values: Values, name: string, byDefault: number): number {
  const text = values[name] ?? '';
  const value = Number(text);
  return text === '' || !Number.isFinite(value) ? byDefault : value;
}

const positionIn = ({ position }: Values): OverlayPosition =>
  overlayPositions.find((known) => known === position) ?? 'center';

function offsetIn({ offset = '' }: Values): readonly [right: number, up: number] {
  const [right = 0, up = 0] = (/^\[([^[\]]{1,40})\]$/.exec(offset)?.[1] ?? '').split(',').map(Number);
  return Number.isFinite(right) && Number.isFinite(up) ? [right, up] : [0, 0];
}
