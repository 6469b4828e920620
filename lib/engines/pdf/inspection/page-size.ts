import type { Inspection } from '../../../api/responses/inspection.ts';
import { numberAt } from '../assembly/lookup.ts';
import { keys } from '../keys.ts';
import { PDFArray, PDFNumber, type PDFObject } from '../objects.ts';
import type { PageLeaf } from '../reader/page-leaf.ts';

type PageSize = Omit<Inspection['pages'][number], 'label'>;

/** Left, bottom, right, top. */
type Box = readonly [number, number, number, number];

/** US Letter, as viewers assume for a page without a box. */
const letter: Box = [0, 0, 612, 792];

/** The size of a page: that of its crop box inside its media box (PDF 32000-1, 14.11.2). */
export function pageSizeOf(page: PageLeaf): PageSize {
  const { attributes, dict } = page;
  const { context } = dict;
  const at = (value: PDFObject | undefined): PDFObject | undefined => value && context.lookup(value);
  const media = boxOf(at(attributes.MediaBox)) ?? letter;
  const crop = boxOf(at(attributes.CropBox));
  const [left, bottom, right, top] = (crop && intersection(crop, media)) ?? media;
  const unit = positive(numberAt(dict, keys.UserUnit)) ?? 1;
  const rotation = rotationOf(at(attributes.Rotate));
  const [width, height] = [rounded((right - left) * unit), rounded((top - bottom) * unit)];
  return rotation % 180 === 0 ? { width, height, rotation } : { width: height, height: width, rotation };
}

function boxOf(value: PDFObject | undefined): Box | undefined {
  if (!(value instanceof PDFArray) || value.size() < 4) return undefined;
  const numbers = [0, 1, 2, 3].map((index) => {
    const number = value.lookup(index);
    return number instanceof PDFNumber ? number.asNumber() : NaN;
  });
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = numbers;
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return box.every(Number.isFinite) && hasArea(box) ? box : undefined;
}

function intersection(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return hasArea(box) ? box : undefined;
}

const hasArea = ([left, bottom, right, top]: Box): boolean => right > left && top > bottom;

const quarterTurns = [0, 90, 180, 270] as const;

/** Viewers ignore any other value. */
function rotationOf(value: PDFObject | undefined): PageSize['rotation'] {
  const degrees = value instanceof PDFNumber ? value.asNumber() : 0;
  return quarterTurns.find((turn) => (degrees - turn) % 360 === 0) ?? 0;
}

const positive = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 && Number.isFinite(value) ? value : undefined;

const rounded = (points: number): number => Math.round(points * 1000) / 1000;
