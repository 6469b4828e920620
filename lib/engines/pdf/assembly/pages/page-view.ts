import { keys } from '../../keys.ts';
import { type PDFContext, PDFArray, type PDFDict, PDFNumber, type PDFObject } from '../../objects.ts';
import { resolved } from '../lookup.ts';

/** Left, bottom, right, top. */
export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** The entries of a page, own or inherited, that decide how it is displayed. */
export interface ViewEntries {
  MediaBox?: PDFObject | undefined;
  CropBox?: PDFObject | undefined;
  Rotate?: PDFObject | undefined;
  UserUnit?: PDFObject | undefined;
}

/** How a page is displayed. */
export interface PageView {
  /** The visible part, in user space: the crop box inside the media box (PDF 32000-1, 14.11.2). */
  box: Box;
  /** Degrees clockwise. */
  rotation: QuarterTurn;
  /** Points per unit of user space. */
  unit: number;
  /** Points, with the rotation applied. */
  width: number;
  height: number;
}

const quarterTurns = [0, 90, 180, 270] as const;

export type QuarterTurn = (typeof quarterTurns)[number];

/** US Letter, as viewers assume for a page without a box. */
const letter: Box = [0, 0, 612, 792];

/** How a page with these entries is displayed. Invalid entries count as absent, as in viewers. */
export function pageView(context: PDFContext, entries: ViewEntries): PageView {
  const media = boxOf(context, entries.MediaBox) ?? letter;
  const crop = boxOf(context, entries.CropBox);
  const box = (crop && intersection(crop, media)) ?? media;
  const [left, bottom, right, top] = box;
  const unit = positive(numberOf(context, entries.UserUnit)) ?? 1;
  const rotation = quarterTurn(numberOf(context, entries.Rotate) ?? 0);
  const [across, along] = [(right - left) * unit, (top - bottom) * unit];
  const [width, height] = rotation % 180 === 0 ? [across, along] : [along, across];
  return { box, rotation, unit, width, height };
}

/** How a page is displayed that inherits nothing. */
export const viewOf = (page: PDFDict): PageView =>
  pageView(page.context, {
    MediaBox: page.get(keys.MediaBox),
    CropBox: page.get(keys.CropBox),
    Rotate: page.get(keys.Rotate),
    UserUnit: page.get(keys.UserUnit),
  });

/** A rotation as 0 to 270 degrees. Viewers ignore one that is not a multiple of 90. */
export const quarterTurn = (degrees: number): QuarterTurn =>
  quarterTurns.find((turn) => (degrees - turn) % 360 === 0) ?? 0;

function numberOf(context: PDFContext, object: PDFObject | undefined): number | undefined {
  const value = resolved(context, object);
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}

/** A rectangle (PDF 32000-1, 7.9.5) with an area; undefined for anything else. */
export function boxOf(context: PDFContext, object: PDFObject | undefined): Box | undefined {
  const value = resolved(context, object);
  if (!(value instanceof PDFArray) || value.size() < 4) return undefined;
  const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = [0, 1, 2, 3].map((index) =>
    numberOf(context, value.get(index)),
  );
  const box: Box = [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)];
  return box.every(Number.isFinite) && hasArea(box) ? box : undefined;
}

function intersection(a: Box, b: Box): Box | undefined {
  const box: Box = [Math.max(a[0], b[0]), Math.max(a[1], b[1]), Math.min(a[2], b[2]), Math.min(a[3], b[3])];
  return hasArea(box) ? box : undefined;
}

const hasArea = ([left, bottom, right, top]: Box): boolean => right > left && top > bottom;

const positive = (value: number | undefined): number | undefined =>
  value !== undefined && value > 0 && Number.isFinite(value) ? value : undefined;
