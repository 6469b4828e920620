import type { ImageReduction } from '../../../../../api/fields/finishing/compression-options.ts';
import { refAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { PDFRawStream } from '../../../objects.ts';
import { refOf } from '../../../syntax/references.ts';
import type { BuiltDocument } from '../../built-document.ts';
import type { Savings } from '../compression.ts';
import type { ReachedObjects } from '../reached-objects.ts';
import { type RecodingTools, recompressedStream, storedBytes } from '../recompressed-stream.ts';
import { type ImageFormat, imageFormatOf } from './image-format.ts';
import type { PixelAccount } from './pixel-account.ts';
import type { ImageTarget } from './reduced-data.ts';
import { paintedSizesOf } from './painted-images.ts';
import type { PaintedSize } from './painted-sizes.ts';
import { reducedImage, type ReducingTools } from './reduced-image.ts';

/** How images are reduced. */
export interface ImageCompression {
  reduction: ImageReduction;
  tools: ReducingTools;
  /** Of the request. */
  pixels: PixelAccount;
}

/** Images with fewer bytes hardly matter. */
const minBytes = 1024;

/** An image whose resolution exceeds the wanted one by less keeps its size: resampling would cost detail for little. */
const tolerance = 1.25;

const pointsPerInch = 72;

/** Reduces the images that are painted to a resolution and a quality. The longest are first. */
export function reduceImages(
  document: BuiltDocument,
  reached: ReachedObjects,
  { reduction, tools, pixels }: ImageCompression,
  recoding: RecodingTools,
  savings: Savings,
): void {
  const { output, budget } = document;
  const images = imagesOf(document, reached);
  if (images.length === 0) return;
  const sizes = paintedSizesOf(document);
  const masks = new Map<number, PaintedSize>();
  for (const { number, stream } of images) {
    const mask = refAt(stream.dict, keys.SMask);
    const size = sizes(number);
    if (mask && size) masks.set(mask.objectNumber, larger(size, masks.get(mask.objectNumber)));
  }
  for (const { number, stream } of images) {
    const isMask = masks.has(number);
    const size = isMask ? larger(masks.get(number), sizes(number)) : sizes(number);
    const format = size && imageFormatOf(stream, tools.account);
    if (!size || !format) continue;
    // A mask without colours to it, or colours that become gray and mean something else.
    if (reduction.grayscale && !format.isDirect) continue;
    const target: ImageTarget = {
      ...targetSize(format, size, reduction.dpi),
      quality: reduction.quality,
      isGray: reduction.grayscale && !isMask,
      isMask,
    };
    if (!pixels.take(format, target)) continue;
    budget.read(format.width * format.height);
    const reduced = reducedImage(stream, format, target, tools);
    if (!reduced || !isWorthwhile(reduced, stream, recoding)) continue;
    savings.images += storedBytes(stream) - storedBytes(reduced);
    output.objects.set(refOf(number), reduced);
  }
}

/** The share of its length that an image must lose. Less is not worth the detail. */
const worthwhile = 0.1;

/** An image that loses this share would hardly lose it without loss of detail. */
const clearly = 0.5;

function isWorthwhile(reduced: PDFRawStream, stream: PDFRawStream, recoding: RecodingTools): boolean {
  const [after, before] = [storedBytes(reduced), storedBytes(stream)];
  if (after > before * (1 - worthwhile)) return false;
  if (after < before * (1 - clearly)) return true;
  const lossless = recompressedStream(stream, recoding);
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
    if (!(stream instanceof PDFRawStream) || stream.contents.length < minBytes) continue;
    if (stream.dict.get(keys.Subtype)?.toString() === '/Image') images.push({ number, stream });
  }
  return images.sort((a, b) => b.stream.contents.length - a.stream.contents.length || a.number - b.number);
}

const larger = (a: PaintedSize | undefined, b: PaintedSize | undefined): PaintedSize => ({
  width: Math.max(a?.width ?? 0, b?.width ?? 0),
  height: Math.max(a?.height ?? 0, b?.height ?? 0),
});

/** The pixels that an image needs for a resolution; all if it has hardly more. Its sides shrink alike. */
function targetSize(
  { width, height }: ImageFormat,
  size: PaintedSize,
  dpi: number,
): { width: number; height: number } {
  const needed = Math.max(
    (size.width / pointsPerInch / width) * dpi,
    (size.height / pointsPerInch / height) * dpi,
  );
  if (!(needed * tolerance < 1)) return { width, height };
  return { width: Math.max(1, Math.ceil(width * needed)), height: Math.max(1, Math.ceil(height * needed)) };
}
