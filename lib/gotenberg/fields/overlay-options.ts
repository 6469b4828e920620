import { ownEntry } from '../../base/own-entry.ts';
import type { OverlayInput } from '../../api/fields/finishing/overlay-options.ts';
import type { OverlayPosition } from '../../api/fields/finishing/overlay-positions.ts';
import { GoValueError, parseDecimal } from '../form/go-values.ts';

/** The members of an overlay beside its content and pages. */
export type OverlayMembers = Omit<OverlayInput, 'pages'> & {
  fontSize?: number;
  color?: string;
  scale?: number;
};

/** The names of options, which clients may shorten. */
const names = [
  'aligntext',
  'backgroundcolor',
  'bgcolor',
  'border',
  'color',
  'diagonal',
  'fillcolor',
  'fontname',
  'margins',
  'mode',
  'offset',
  'opacity',
  'points',
  'position',
  'rendermode',
  'rotation',
  'rtl',
  'scalefactor',
  'scriptname',
  'strokecolor',
  'url',
] as const;

type Name = (typeof names)[number];

const positions: Readonly<Record<string, OverlayPosition>> = {
  tl: 'top-left',
  tc: 'top',
  tr: 'top-right',
  l: 'left',
  c: 'center',
  r: 'right',
  bl: 'bottom-left',
  bc: 'bottom',
  br: 'bottom-right',
};

const colorNames: Readonly<Record<string, string>> = {
  black: '#000000',
  blue: '#0000ff',
  darkgray: '#404040',
  gray: '#808080',
  green: '#00ff00',
  lightgray: '#c0c0c0',
  red: '#ff0000',
  white: '#ffffff',
};

/** A4 in points: what a size that is relative to the page is relative to. */
const paper = { width: 595, height: 842 };
/** Mean width of a character, relative to the font size. */
const characterWidth = 0.55;

/**
 * Converts the options of a watermark or stamp.
 *
 * @param expression its text; undefined for a file
 * @throws GoValueError for an unknown option or a wrong value
 */
export function overlayMembers(
  given: Readonly<Record<string, string>>,
  expression: string | undefined,
): OverlayMembers {
  const options = byName(given);
  const [right = 0, up = 0] = numbers(options.get('offset') ?? '');
  const { factor, absolute } = scaleOf(options.get('scalefactor') ?? '0.5');
  const isText = expression !== undefined;
  const rotation = options.get('rotation');
  const diagonal = options.get('diagonal') ?? (isText && rotation === undefined ? '1' : '0');
  const angle = { '0': 0, '1': 1, '2': -1 }[diagonal];
  if (angle === undefined) throw new GoValueError('diagonal must be 0, 1 or 2');
  const degrees = (Math.atan2(paper.height, paper.width) * 180) / Math.PI;
  return {
    position: positionOf(options.get('position') ?? 'c'),
    offset: [right, up],
    opacity: parseDecimal(options.get('opacity') ?? '1'),
    rotation: rotation === undefined ? Math.round(angle * degrees) : parseDecimal(rotation),
    ...(isText
      ? {
          color: colorOf(options.get('fillcolor') ?? options.get('color') ?? 'gray'),
          fontSize: absolute
            ? parseDecimal(options.get('points') ?? '24') * factor
            : relativeSize(expression, factor, angle !== 0),
        }
      : fileScale(factor, absolute)),
  };
}

function byName(given: Readonly<Record<string, string>>): Map<Name, string> {
  return new Map(
    Object.entries(given).map(([key, value]) => {
      const found = names.filter((name) => name.startsWith(key.toLowerCase()));
      const name = found.find((each) => each === key.toLowerCase()) ?? found[0];
      if (name === undefined)
        throw new GoValueError(`unknown option '${key}'; the options are ${names.join(', ')}`);
      return [name, value.trim()];
    }),
  );
}

const numbers = (text: string): number[] =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(parseDecimal);

function positionOf(text: string): OverlayPosition {
  const position = ownEntry(positions, text.toLowerCase());
  if (position === undefined)
    throw new GoValueError(`position must be one of ${Object.keys(positions).join(', ')}`);
  return position;
}

function colorOf(text: string): string {
  const named = ownEntry(colorNames, text.toLowerCase());
  if (named !== undefined) return named;
  if (/^#[0-9a-f]{6}$/i.test(text)) return text;
  const parts = numbers(text);
  if (parts.length !== 3 || parts.some((part) => part < 0 || part > 1)) {
    throw new GoValueError('fillcolor must be #rrggbb, a name, or three numbers from 0 to 1');
  }
  return `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function scaleOf(text: string): { factor: number; absolute: boolean } {
  const [factor = '', kind = 'rel'] = text.split(/[\s,]+/);
  return { factor: parseDecimal(factor), absolute: kind.startsWith('a') };
}

/** The font size at which a text takes that share of the width of the page, or of its diagonal. */
function relativeSize(text: string, share: number, isDiagonal: boolean): number {
  const length = isDiagonal ? Math.hypot(paper.width, paper.height) : paper.width;
  const characters = Math.max(1, Array.from(text).length);
  return Math.max(1, Math.min(1000, (share * length) / (characters * characterWidth)));
}

/** The service scales files relative to the page only. */
function fileScale(factor: number, absolute: boolean): { scale: number } {
  if (absolute)
    throw new GoValueError("the scale of an image or PDF must be relative to the page: '0.5 rel'");
  return { scale: factor };
}
