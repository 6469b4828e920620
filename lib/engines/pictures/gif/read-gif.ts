import { OutputLimitError } from '../../pdf/filters/output-limit.ts';
import { decodeLzwCodes } from '../../pdf/filters/lzw.ts';
import { compressedPixels } from '../compressed-pixels.ts';
import { damaged } from '../damaged.ts';
import { indexedColours } from '../indexed-colours.ts';
import { depthOf, highestOf, packedIndices } from '../packed-indices.ts';
import type { Picture } from '../picture.ts';
import type { PictureBudget } from '../picture-budget.ts';
import { type GifFrame, type GifParts, gifParts } from './blocks.ts';

/**
 * Reads a GIF: of an animation the first picture. Its colours stay a palette.
 *
 * @throws InputFault `damaged-document`, also for a picture that is cut off, or `file-too-large`
 */
export async function readGif(file: Uint8Array, budget: PictureBudget): Promise<Picture> {
  const parts = gifParts(file);
  const { frame, isAnimated } = parts;
  if (frame.width === 0 || frame.height === 0) throw damaged('has no pixels');
  budget.take(parts);
  const { bytes, width, height, transparent } = onCanvas(inOrder(indicesOf(frame), frame), parts);
  const bitDepth = depthOf(highestOf(bytes));
  const hasTransparency = transparent !== undefined && bytes.includes(transparent);
  const colours = indexedColours(frame.palette, bitDepth);
  const isIndexed = colours.model === 'palette';
  const pixels = {
    ...{ width, height, samples: 1, bitDepth, hasOpacity: false, isIndexed },
    opacities: hasTransparency ? opacitiesOf(transparent) : undefined,
    rows: [packedIndices({ width, height, bytes }, bitDepth)],
  };
  return {
    ...{ width, height, orientation: 1, colours, bitDepth, isAnimated },
    ...(await compressedPixels(pixels)),
  };
}

/** All colours are opaque but one. */
function opacitiesOf(transparent: number): Uint8Array {
  const opacities = new Uint8Array(transparent + 1).fill(0xff);
  opacities[transparent] = 0;
  return opacities;
}

function indicesOf({ data, symbolBits, width, height }: GifFrame): Uint8Array {
  const coding = { symbolBits, isReversed: true, earlyChange: 0 };
  const indices = decoded(() => decodeLzwCodes(data, coding, width * height + extraPixels).bytes);
  if (indices.length < width * height) throw damaged('has less image data than its size in pixels');
  return indices.subarray(0, width * height);
}

/** Some programs write more pixels than there are, which are ignored. */
const extraPixels = 65_536;

function decoded(decode: () => Uint8Array): Uint8Array {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof OutputLimitError)) throw error;
    throw damaged('has more image data than its size in pixels', error);
  }
}

/** The first row and the step of each pass of an interlaced picture. */
const passes = [
  [0, 8],
  [4, 8],
  [2, 4],
  [1, 2],
] as const;

function inOrder(indices: Uint8Array, { width, height, isInterlaced }: GifFrame): Uint8Array {
  if (!isInterlaced) return indices;
  const ordered = new Uint8Array(indices.length);
  let from = 0;
  for (const [first, step] of passes) {
    for (let row = first; row < height; row += step, from += width) {
      ordered.set(indices.subarray(from, from + width), row * width);
    }
  }
  return ordered;
}

interface Canvas {
  width: number;
  height: number;
  bytes: Uint8Array;
  transparent: number | undefined;
}

/** The picture at its place. Around it is the transparent colour, or one that no pixel has. */
function onCanvas(indices: Uint8Array, { width, height, frame }: GifParts): Canvas {
  const { transparent } = frame;
  if (frame.width === width && frame.height === height) return { width, height, bytes: indices, transparent };
  const around = transparent ?? unusedIndex(indices);
  // Without a colour for what is around it, the picture stands for the canvas.
  if (around === undefined) return { width: frame.width, height: frame.height, bytes: indices, transparent };
  const bytes = new Uint8Array(width * height).fill(around);
  for (let row = 0; row < frame.height; row += 1) {
    const from = row * frame.width;
    bytes.set(indices.subarray(from, from + frame.width), (frame.top + row) * width + frame.left);
  }
  return { width, height, bytes, transparent: around };
}

function unusedIndex(indices: Uint8Array): number | undefined {
  const used = new Set(indices);
  const index = Array.from({ length: 256 }, (_, each) => each).find((each) => !used.has(each));
  return index;
}
