import type { CompressionOptions } from '../../../../api/fields/finishing/compression-options.ts';
import { openJpegCodec } from '../../../pictures/jpeg/codec.ts';
import { openJpxDecoder } from '../../../pictures/jpx/decoder.ts';
import { compressDocument } from './compress-document.ts';
import type { Compression } from './compression.ts';
import { compressionAccounts, workScale } from './compression-budget.ts';
import { DataCache } from './data-cache.ts';
import { PixelAccount } from './images/pixel-account.ts';
import type { ReducingBitmapTools } from './bitmaps/reduced-bitmap.ts';
import type { ReducingTools } from './images/reduced-image.ts';
import type { LosslessTools } from './lossless-stream.ts';

/**
 * Prepares the compression of the results of one request, which share its limits.
 *
 * @param processorMilliseconds that the request may use
 */
export async function prepareCompression(
  { images }: CompressionOptions,
  processorMilliseconds?: number,
): Promise<Compression> {
  const scale = workScale(processorMilliseconds);
  const { recoding, decoding } = compressionAccounts(scale);
  const lossless: LosslessTools = {
    streams: { account: recoding, cache: new DataCache() },
    bitmaps: { account: recoding, cache: new DataCache() },
  };
  if (!images) return { compress: (document) => compressDocument(document, { lossless }) };
  const [jpeg, jpx] = await Promise.all([openJpegCodec(), openJpxDecoder()]);
  const tools: ReducingTools & ReducingBitmapTools = {
    account: decoding,
    cache: new DataCache(),
    bitmaps: new DataCache(),
    jpeg,
    jpx,
  };
  const reduced = { reduction: images, tools, pixels: new PixelAccount(scale) };
  return { compress: (document) => compressDocument(document, { lossless, images: reduced }) };
}
