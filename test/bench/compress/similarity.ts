import { readFileSync } from 'node:fs';
import { imageFormatOf } from '#lib/engines/pdf/finishing/compress/images/image-format.ts';
import { type ImageTools, pixelsOf } from '#lib/engines/pdf/finishing/compress/images/image-pixels.ts';
import { lumaOf } from '#lib/engines/pdf/finishing/compress/images/luma.ts';
import { type Pixels, resample } from '#lib/engines/pdf/finishing/compress/images/resample.ts';
import { similarity } from '#lib/engines/pdf/finishing/compress/images/similarity.ts';
import { compressBest } from '#lib/engines/pdf/finishing/compress/best-deflate.ts';
import { compressionAccounts } from '#lib/engines/pdf/finishing/compress/compression-budget.ts';
import { PDFRawStream } from '#lib/engines/pdf/objects.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { refOf } from '#lib/engines/pdf/syntax/references.ts';
import { openJpegCodec } from '#lib/engines/pictures/jpeg/codec.ts';
import { openJpxDecoder } from '#lib/engines/pictures/jpx/decoder.ts';
import { printTable } from '../table.ts';

/**
 * What limits of the similarity do to the images of PDFs, which are the arguments: how many become JPEG, the bytes of all, and how
 * many of the pixels of the worst one change visibly. Chooses nothing; the README of compression has the figures.
 */

const limits = [0.7, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.96, 0.98];
const qualities = [75, 90];

/** A change of brightness that shows beside a plain area, in levels of 256. */
const visible = 32;

/** Images are tried with all pixels, and with half of them in each direction, as after resampling. */
const scales = [1, 2];

/** Smaller images are icons. */
const leastPixels = 2500;

interface Trial {
  bytes: number;
  similarity: number;
  /** The share of pixels that change visibly. */
  changed: number;
}

interface Image {
  lossless: number;
  trials: Trial[];
}

const [jpeg, jpx] = await Promise.all([openJpegCodec(), openJpxDecoder()]);
const tools: ImageTools = { account: compressionAccounts(64).decoding, jpeg, jpx };
const images = process.argv.slice(2).flatMap((file) => imagesOf(readFileSync(file)));
const rows = limits.map((limit) => {
  const chosen = images.map(({ lossless, trials }) => {
    const trial = trials.find((each) => each.similarity >= limit);
    return trial && trial.bytes < lossless ? trial : { bytes: lossless, changed: 0, similarity: 1 };
  });
  const lossy = chosen.filter((each) => each.similarity < 1);
  const changes = lossy.map(({ changed }) => changed).sort((a, b) => a - b);
  const percent = (share = 0): string => `${(100 * share).toFixed(2)} %`;
  return [
    String(limit),
    `${lossy.length} of ${images.length}`,
    String(chosen.reduce((sum, { bytes }) => sum + bytes, 0)),
    percent(changes[changes.length >> 1]),
    percent(changes.at(-1)),
  ];
});
printTable(['limit', 'JPEG', 'bytes', 'changed, median', 'changed, worst'], rows);

function imagesOf(file: Buffer): Image[] {
  try {
    const { context } = openPdf(file);
    const found: Image[] = [];
    for (let number = 1; number <= context.largestObjectNumber; number += 1) {
      const object = context.lookup(refOf(number));
      if (object instanceof PDFRawStream) found.push(...imagesIn(object));
    }
    return found;
  } catch {
    return [];
  }
}

function imagesIn(stream: PDFRawStream): Image[] {
  const format = imageFormatOf(stream, tools.account);
  const decoded = format && format.components !== 4 ? pixelsOf(stream, format, tools) : undefined;
  if (!decoded) return [];
  return scales
    .map((scale) => [Math.ceil(decoded.width / scale), Math.ceil(decoded.height / scale)] as const)
    .filter(([width, height]) => width * height >= leastPixels)
    .map(([width, height]) => tried(resample(decoded, width, height)));
}

function tried(pixels: Pixels): Image {
  const { width, height, components, data } = pixels;
  const lossless = compressBest(data, { isImage: true, rows: { columns: width, colors: components } });
  const luma = lumaOf(pixels);
  const trials = qualities.flatMap((quality) => {
    const coded = jpeg.encode(
      { width, height, data: inFours(pixels) },
      { quality, isGray: components === 1 },
    );
    const shown = coded && jpeg.decode(coded);
    if (!shown) return [];
    const after = lumaOf({ ...shown, components: 3, stride: 4 });
    const changed = luma.filter((level, at) => Math.abs(level - (after[at] ?? 0)) > visible).length;
    return [
      {
        bytes: coded.length,
        similarity: similarity(luma, after, width, height),
        changed: changed / luma.length,
      },
    ];
  });
  return { lossless: lossless.data.length, trials };
}

function inFours({ data, width, height, components }: Pixels): Uint8Array {
  const four = new Uint8Array(width * height * 4);
  for (let at = 0; at < width * height; at += 1) {
    for (let sample = 0; sample < 3; sample += 1)
      four[4 * at + sample] = data[at * components + (components === 1 ? 0 : sample)] ?? 0;
  }
  return four;
}
