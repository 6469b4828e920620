import { ownEntry } from '../../../../../base/own-entry.ts';
import { arrayAt, nameAt, resolved } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFName } from '../../../objects.ts';
import { nameText } from '../../../syntax/names.ts';
import { numbersAt, type Point } from '../geometry.ts';
import { componentsOf, setColour } from '../../colours.ts';
import type { Path } from './path.ts';
import type { Stroke } from './stroke.ts';

/** The length of an ending, in widths of the line. */
const length = 9;

const sizeOf = ({ width }: Stroke): number => length * Math.max(width, 1);

/** What endings cover beyond the points of a line. */
export const endingMargin = (stroke: Stroke): number => sizeOf(stroke) + stroke.width;

/** An ending in a space of its own: the line comes from the left and ends at the origin. */
interface Ending {
  points: readonly Point[] | 'circle';
  isClosed: boolean;
}

const arrow = (direction: 1 | -1): Point[] => [
  [-direction, 0.5],
  [0, 0],
  [-direction, -0.5],
];

/** The endings (PDF 32000-1, table 176), one unit long. */
const endings: Readonly<Record<string, Ending>> = {
  Square: {
    points: [
      [-0.35, -0.35],
      [0.35, -0.35],
      [0.35, 0.35],
      [-0.35, 0.35],
    ],
    isClosed: true,
  },
  Circle: { points: 'circle', isClosed: true },
  Diamond: {
    points: [
      [-0.4, 0],
      [0, -0.4],
      [0.4, 0],
      [0, 0.4],
    ],
    isClosed: true,
  },
  OpenArrow: { points: arrow(1), isClosed: false },
  ClosedArrow: { points: arrow(1), isClosed: true },
  ROpenArrow: { points: arrow(-1), isClosed: false },
  RClosedArrow: { points: arrow(-1), isClosed: true },
  Butt: {
    points: [
      [0, -0.4],
      [0, 0.4],
    ],
    isClosed: false,
  },
  Slash: {
    points: [
      [-0.25, -0.45],
      [0.25, 0.45],
    ],
    isClosed: false,
  },
};

/** Adds the endings of a line (`/LE`), filled with the interior colour. */
export function addEndings(path: Path, annotation: PDFDict, points: readonly Point[], stroke: Stroke): void {
  const [first, second] = points;
  const [last, beforeLast] = [points.at(-1), points.at(-2)];
  if (!first || !second || !last || !beforeLast) return;
  const interior = componentsOf(numbersAt(annotation, keys.IC));
  if (interior) path.add(setColour(interior, 'fill'));
  const [start, end] = endingsOf(annotation);
  const isFilled = interior !== undefined;
  addEnding(path, start, { at: first, from: second, size: sizeOf(stroke), isFilled });
  addEnding(path, end, { at: last, from: beforeLast, size: sizeOf(stroke), isFilled });
}

/** The names of the endings at the start and at the end. A callout has one, at its start. */
function endingsOf(annotation: PDFDict): readonly [string | undefined, string | undefined] {
  const list = arrayAt(annotation, keys.LE);
  if (!list) return [nameAt(annotation, keys.LE), undefined];
  const nameIn = (index: number): string | undefined => {
    const name = index < list.size() ? resolved(annotation.context, list.get(index)) : undefined;
    return name instanceof PDFName ? nameText(name) : undefined;
  };
  return [nameIn(0), nameIn(1)];
}

function addEnding(
  path: Path,
  name: string | undefined,
  { at, from, size, isFilled }: { at: Point; from: Point; size: number; isFilled: boolean },
): void {
  const ending = name === undefined ? undefined : ownEntry(endings, name);
  const [dx, dy] = [at[0] - from[0], at[1] - from[1]];
  const distance = Math.hypot(dx, dy);
  if (!ending || distance === 0) return;
  const [cosine, sine] = [(dx / distance) * size, (dy / distance) * size];
  const { points, isClosed } = ending;
  if (points === 'circle') {
    const radius = size * 0.35;
    path.ellipse([at[0] - radius, at[1] - radius, at[0] + radius, at[1] + radius]);
  } else {
    const placed = points.map(([x, y]): Point => [
      at[0] + x * cosine - y * sine,
      at[1] + x * sine + y * cosine,
    ]);
    path.polygon(placed, isClosed);
  }
  path.add(isClosed && isFilled ? 'B' : 'S');
}
