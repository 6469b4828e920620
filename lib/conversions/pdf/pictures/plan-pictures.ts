import { AppError } from '../../../base/app-error.ts';
import { limits } from '../../../base/limits.ts';
import { pictureDefaults } from '../../../api/fields/picture-fields.ts';
import { pageSizeOf } from '../../../engines/pdf/inspection/page-size.ts';
import type { PdfSource } from '../../../engines/pdf/reader/pdf-source.ts';
import { maxJpegSide } from '../../../engines/pictures/jpeg/codec.ts';
import { maxWebpSide } from '../../../engines/pictures/webp/encoder.ts';
import { selectPages } from '../select-pages.ts';
import type { DrawTask } from '../task.ts';

/** A picture before it is drawn. */
export interface PicturePlan {
  /** Of the page, from 0. */
  index: number;
  /** Pixels. */
  width: number;
  height: number;
  dotsPerInch: number;
}

type Size = Pick<DrawTask, 'dpi' | 'width' | 'format'>;

const pointsPerInch = 72;

const million = (pixels: number): number => pixels / 1_000_000;

/**
 * Plans a picture of each selected page, and checks the sizes of all of them before the first is drawn.
 *
 * @throws AppError `invalid-range` when a range is not in the document, `invalid-field` for too many pages or pixels
 */
export function planPictures(
  source: PdfSource,
  { pages, ...size }: Size & Pick<DrawTask, 'pages'>,
): PicturePlan[] {
  const selected = selectPages(source, pages, requirePictureCount);
  const plans = selected.map((index) => planPicture(source, index, size));
  for (const plan of plans) requireSize(plan, size);
  const pixels = plans.reduce((sum, { width, height }) => sum + width * height, 0);
  if (pixels <= limits.totalDrawnPixels) return plans;
  const most = largest(size, plans[0], limits.totalDrawnPixels / pixels);
  const message = `must be at most ${most}: the images would total ${Math.ceil(million(pixels))} million pixels; the limit is ${million(limits.totalDrawnPixels)} million. Or select fewer pages`;
  throw AppError.inField('invalid-field', sizeField(size), message);
}

function requirePictureCount(count: number): void {
  if (count <= limits.drawnPages) return;
  const message = `must select at most ${limits.drawnPages} pages, not ${count}`;
  throw AppError.inField('invalid-field', 'pages', message);
}

function planPicture(
  source: PdfSource,
  index: number,
  { width, dpi = pictureDefaults.dpi }: Size,
): PicturePlan {
  const page = source.pages[index];
  if (!page) throw new RangeError(`There is no page ${index}`);
  const points = pageSizeOf(page);
  const dotsPerInch = width === undefined ? dpi : (width * pointsPerInch) / points.width;
  const pixels = (length: number): number => Math.max(1, Math.round((length * dotsPerInch) / pointsPerInch));
  return { index, dotsPerInch, width: width ?? pixels(points.width), height: pixels(points.height) };
}

/** The field that decides the size of pictures. */
const sizeField = ({ width }: Size): string => (width === undefined ? 'dpi' : 'width');

/** The largest value of that field with which a picture has `share` of its pixels. */
const largest = (size: Size, plan: PicturePlan | undefined, share: number): number =>
  Math.floor((size.width ?? plan?.dotsPerInch ?? 0) * Math.sqrt(share));

function requireSize(plan: PicturePlan, size: Size): void {
  const { width, height, index } = plan;
  const page = `page ${index + 1}`;
  const pixels = width * height;
  if (pixels > limits.drawnPixels) {
    const most = largest(size, plan, limits.drawnPixels / pixels);
    const reason = `${page} would have ${width} by ${height} pixels; the limit for an image is ${million(limits.drawnPixels)} million`;
    throw most < 1
      ? AppError.inField('invalid-field', 'pages', `must not include ${page}: it is too large for an image`)
      : AppError.inField('invalid-field', sizeField(size), `must be at most ${most}: ${reason}`);
  }
  const side = Math.max(width, height);
  const [most, others] = {
    png: [Infinity, ''] as const,
    jpeg: [maxJpegSide, 'png'] as const,
    webp: [maxWebpSide, 'png or jpeg'] as const,
  }[size.format];
  if (side <= most) return;
  const message = `must be ${others}: ${page} would have ${width} by ${height} pixels, and ${size.format} allows ${most} on each side`;
  throw AppError.inField('invalid-field', 'format', message);
}
