import type { ImageReduction } from '../../../../../api/fields/finishing/compression-options.ts';
import { refAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { PDFRawStream } from '../../../objects.ts';
import { refOf } from '../../../syntax/references.ts';
import type { WorkBudget } from '../../../work-budget.ts';
import type { BuiltDocument } from '../../built-document.ts';
import { bitmapFormatOf } from '../bitmaps/bitmap-format.ts';
import { bitmapDensity, reducedBitmap, type ReducingBitmapTools } from '../bitmaps/reduced-bitmap.ts';
import type { Savings } from '../compression.ts';
import { losslessStream, type LosslessTools } from '../lossless-stream.ts';
import type { ReachedObjects } from '../reached-objects.ts';
import { storedBytes } from '../recompressed-stream.ts';
import { imageFormatOf } from './image-format.ts';
import type { PixelAccount, PixelSize, PixelSource } from './pixel-account.ts';
import { paintedSizesOf } from './painted-images.ts';
import type { PaintedSize } from './painted-sizes.ts';
import type { ImageTarget } from './reduced-data.ts';
import { reducedImage, type ReducingTools } from './reduced-image.ts';
import { targetSize } from './target-size.ts';

/** How images are reduced. */
export interface ImageCompression {
  reduction: ImageReduction;
  tools: ReducingTools & ReducingBitmapTools;
  /** Of the request. */
  pixels: PixelAccount;
}

/** Images with fewer bytes hardly matter. */
const minBytes = 1024;

/** How much images may exceed the resolution: with shades, and in two colours, whose edges change more. */
const [tolerance, bitmapTolerance] = [1.25, 1.5];

/** Reduces the images that are painted to a resolution and a quality. The longest are first. */
export function reduceImages(
  document: BuiltDocument,
  reached: ReachedObjects,
  compression: ImageCompression,
  lossless: LosslessTools,
  savings: Savings,
): void {
  const { output, budget } = document;
  const images = imagesOf(document, reached);
  if (images.length === 0) return;
  const sizes = paintedSizesOf(document);
  const masks = masksIn(images, sizes);
  for (const { number, stream } of images) {
    const mask = masks.get(number);
    const size = mask ? larger(mask, sizes(number)) : sizes(number);
    if (!size || stream.contents.length < minBytes) continue;
    const reduced = reducedStream(stream, { size, isMask: mask !== undefined }, compression, budget);
    if (!reduced || !isWorthwhile(reduced, stream, lossless)) continue;
    savings.images += storedBytes(stream) - storedBytes(reduced);
    output.objects.set(refOf(number), reduced);
  }
}

/** The image with fewer pixels or as JPEG; undefined if it stays as it is. */
function reducedStream(
  stream: PDFRawStream,
  { size, isMask }: { size: PaintedSize; isMask: boolean },
  { reduction, tools, pixels }: ImageCompression,
  budget: WorkBudget,
): PDFRawStream | undefined {
  const take = (source: PixelSource, target: PixelSize): boolean => {
    const isTaken = pixels.take(source, target);
    if (isTaken) budget.read(source.width * source.height);
    return isTaken;
  };
  const { dpi, quality, grayscale } = reduction;
  const format = imageFormatOf(stream, tools.account);
  const becomesGray = grayscale && format?.palette?.components === 3;
  const bitmap = becomesGray ? undefined : bitmapFormatOf(stream);
  if (bitmap) {
    const target = targetSize(bitmap, size, { dpi: dpi * bitmapDensity, tolerance: bitmapTolerance });
    if (target.width === bitmap.width || !take({ ...bitmap, codec: undefined, components: 1 }, target))
      return undefined;
    return reducedBitmap(stream, bitmap, target, tools);
  }
  // Colours that become gray and mean something else.
  if (!format || (grayscale && format.decoding === 'other')) return undefined;
  const target: ImageTarget = {
    ...targetSize(format, size, { dpi, tolerance }),
    quality,
    isGray: grayscale && !isMask,
    isMask,
  };
  return take(format, target) ? reducedImage(stream, format, target, tools) : undefined;
}

/** The share of its length that an image must lose. Less is not worth the detail. */
const worthwhile = 0.1;

/** An image that loses this share would hardly lose it without loss of detail. */
const clearly = 0.5;

function isWorthwhile(reduced: PDFRawStream, stream: PDFRawStream, tools: LosslessTools): boolean {
  const [after, before] = [storedBytes(reduced), storedBytes(stream)];
  if (after > before * (1 - worthwhile)) return false;
  if (after < before * (1 - clearly)) return true;
  const lossless = losslessStream(stream, tools);
  return !lossless || after <= storedBytes(lossless) * (1 - worthwhile);
}

interface FoundImage {
  number: number;
  stream: PDFRawStream;
}

function imagesOf({ output, context }: BuiltDocument, reached: ReachedObjects): FoundImage[] {
  const images: FoundImage[] = [];
  for (let number = 1; number <= context.largestObjectNumber; number += 1) {
    const stream = reached.has(number) && output.objects.peek(number);
    if (stream instanceof PDFRawStream && stream.dict.get(keys.Subtype)?.toString() === '/Image')
      images.push({ number, stream });
  }
  return images.sort((a, b) => b.stream.contents.length - a.stream.contents.length || a.number - b.number);
}

/** The sizes at which masks of painted images are shown. */
function masksIn(
  images: readonly FoundImage[],
  sizes: (number: number) => PaintedSize | undefined,
): Map<number, PaintedSize> {
  const masks = new Map<number, PaintedSize>();
  for (const { number, stream } of images) {
    const size = sizes(number);
    for (const mask of [refAt(stream.dict, keys.SMask), refAt(stream.dict, keys.Mask)]) {
      if (mask && size) masks.set(mask.objectNumber, larger(size, masks.get(mask.objectNumber)));
    }
  }
  return masks;
}

const larger = (a: PaintedSize | undefined, b: PaintedSize | undefined): PaintedSize => ({
  width: Math.max(a?.width ?? 0, b?.width ?? 0),
  height: Math.max(a?.height ?? 0, b?.height ?? 0),
});
