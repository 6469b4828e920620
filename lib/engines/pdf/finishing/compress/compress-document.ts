import type { BuiltDocument } from '../built-document.ts';
import { noSavings, type Savings } from './compression.ts';
import { shareEqualObjects } from './equal-objects.ts';
import { type ImageCompression, reduceImages } from './images/reduce-images.ts';
import type { LosslessTools } from './lossless-stream.ts';
import { ObjectHeads } from './object-heads.ts';
import { ReachedObjects } from './reached-objects.ts';
import { recompressStreams } from './recompress-streams.ts';
import { removeUnused } from './unused-objects.ts';

export interface CompressionTools {
  lossless: LosslessTools;
  /** Images lose detail, if present. */
  images?: ImageCompression | undefined;
}

/**
 * Makes the objects of a document smaller: removes those that nothing leads to, makes one of equal ones, and compresses
 * streams better. Only images lose detail, if they are to be reduced.
 */
export function compressDocument(document: BuiltDocument, { lossless, images }: CompressionTools): Savings {
  const savings = { ...noSavings };
  const heads = new ObjectHeads(document.output);
  let reached = new ReachedObjects(document, heads);
  savings.unused = removeUnused(document, reached);
  const share = (): void => {
    if (!shareEqualObjects(document, heads, reached)) return;
    reached = new ReachedObjects(document, heads);
    savings.duplicates += removeUnused(document, reached);
  };
  share();
  if (images) reduceImages(document, reached, images, lossless, savings);
  recompressStreams(document, reached, lossless, savings);
  // Data that were encoded in different ways are equal now.
  share();
  return savings;
}
