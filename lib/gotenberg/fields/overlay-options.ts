import { ownEntry } from '../../base/own-entry.ts';
import type { OverlayInput } from '../../api/fields/finishing/overlay-options.ts';
import type { OverlayPosition } from '../../api/fields/finishing/overlay-positions.ts';
import type { LineAlignment, OverlayFit } from '../../api/options/overlay-fit.ts';
import { GoValueError, parseDecimal } from '../form/go-values.ts';
import { linesAt } from './overlay-text.ts';

/** The members of an overlay beside its content and pages. */
export type OverlayMembers = Omit<OverlayInput, 'pages'> & {
  fontSize?: number;
  color?: string;
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
  'maxwidth',
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
  topleft: 'top-left',
  'top-left': 'top-left',
  tc: 'top',
  topcenter: 'top',
  'top-center': 'top',
  tr: 'top-right',
  topright: 'top-right',
  'top-right': 'top-right',
  l: 'left',
  left: 'left',
  c: 'center',
  center: 'center',
  f: 'center',
  full: 'center',
  r: 'right',
  right: 'right',
  bl: 'bottom-left',
  bottomleft: 'bottom-left',
  'bottom-left': 'bottom-left',
  bc: 'bottom',
  bottomcenter: 'bottom',
  'bottom-center': 'bottom',
  br: 'bottom-right',
  bottomright: 'bottom-right',
  'bottom-right': 'bottom-right',
};

const diagonals: Readonly<Record<string, OverlayFit['diagonal']>> = { '1': 'rising', '2': 'falling' };

/** Names of alignments start with these. The service does not justify lines. */
const alignments: Readonly<Record<string, LineAlignment>> = { l: 'left', c: 'center', r: 'right', j: 'left' };

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

/**
 * Converts the options of a watermark or stamp.
 *
 * @param isText whether it is a text, not a file
 * @throws GoValueError for an unknown option or a wrong value
 */
export function overlayMembers(
  given: Readonly<Record<string, string>>,
  isText: boolean,
): { members: OverlayMembers; fit: OverlayFit } {
  const options = byName(given);
  const position = positionOf(options.get('position') ?? 'c');
  const [right = 0, up = 0] = numbers(options.get('offset') ?? '');
  const { rotation, diagonal } = turnOf(options.get('rotation'), options.get('diagonal'));
  return {
    members: {
      position,
      offset: [right, up],
      opacity: parseDecimal(options.get('opacity') ?? '1'),
      rotation,
      ...(isText
        ? {
            color: colorOf(options.get('fillcolor') ?? options.get('color') ?? 'gray'),
            fontSize: parseDecimal(options.get('points') ?? '24'),
          }
        : {}),
    },
    fit: {
      scale: scaleOf(options.get('scalefactor') ?? '0.5'),
      ...(diagonal ? { diagonal } : {}),
      ...(isText ? { lines: linesAt(alignmentOf(options.get('aligntext'), position)) } : {}),
    },
  };
}

/** The content follows a diagonal unless a rotation is given. */
function turnOf(
  rotation: string | undefined,
  diagonal: string | undefined,
): { rotation: number; diagonal?: OverlayFit['diagonal'] } {
  if (rotation === undefined) {
    const found = ownEntry(diagonals, diagonal ?? '1');
    if (found === undefined) throw new GoValueError('diagonal must be 1 or 2');
    return { rotation: 0, diagonal: found };
  }
  if (diagonal !== undefined) throw new GoValueError('rotation and diagonal exclude each other');
  return { rotation: parseDecimal(rotation) };
}

function alignmentOf(text: string | undefined, position: OverlayPosition): LineAlignment {
  if (text === undefined) {
    if (position.endsWith('left')) return 'left';
    return position.endsWith('right') ? 'right' : 'center';
  }
  const alignment = ownEntry(alignments, text.slice(0, 1).toLowerCase());
  if (alignment === undefined) throw new GoValueError('aligntext must be l, c, r or j');
  return alignment;
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

/** A factor up to 1 is relative to the page unless the text says otherwise, and a larger one is absolute. */
function scaleOf(text: string): OverlayFit['scale'] {
  const [number = '', kind = ''] = text.split(/[\s,]+/);
  const factor = parseDecimal(number);
  if (factor <= 0) throw new GoValueError('scalefactor must be above 0');
  const isRelative = ownEntry(scaleKinds, kind) ?? factor <= 1;
  if (kind !== '' && !Object.hasOwn(scaleKinds, kind))
    throw new GoValueError('scalefactor must end with abs or rel');
  if (isRelative && factor > 1) throw new GoValueError('a relative scalefactor must be at most 1');
  return { factor, isRelative };
}

/** Whether a scale is relative. */
const scaleKinds: Readonly<Record<string, boolean>> = {
  a: false,
  abs: false,
  absolute: false,
  r: true,
  rel: true,
  relative: true,
};
