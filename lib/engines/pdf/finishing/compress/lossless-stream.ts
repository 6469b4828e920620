import type { PDFRawStream } from '../../objects.ts';
import { type BitmapTools, recodedBitmap } from './bitmaps/recoded-bitmap.ts';
import { type RecodingTools, recompressedStream, storedBytes } from './recompressed-stream.ts';

/** What encodes streams without loss. */
export interface LosslessTools {
  streams: RecodingTools;
  bitmaps: BitmapTools;
}

/** The stream with the same data, or an image with the same pixels, in the fewest bytes; undefined if it has them. */
export function losslessStream(stream: PDFRawStream, tools: LosslessTools): PDFRawStream | undefined {
  const recompressed = recompressedStream(stream, tools.streams);
  const recoded = recodedBitmap(stream, tools.bitmaps);
  if (!recoded) return recompressed;
  return storedBytes(recoded) < storedBytes(recompressed ?? stream) ? recoded : recompressed;
}
