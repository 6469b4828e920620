import type { CompressionOptions } from '../../../../api/fields/finishing/compression-options.ts';
import { openJpegCodec } from '../../../pictures/jpeg/codec.ts';
import { openJpxDecoder } from '../../../pictures/jpx/decoder.ts';
import type { Compression } from './compression.ts';
import { compressionAccounts, workScale } from './compression-budget.ts';
import { DataCache } from './data-cache.ts';
import { PixelAccount } from './images/pixel-account.ts';
import type { ReducingTools } from './images/reduced-image.ts';
import type { RecodingTools } from './recompressed-stream.ts';

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
  const streams: RecodingTools = { account: recoding, cache: new DataCache() };
  if (!images) return { streams };
  const [jpeg, jpx] = await Promise.all([openJpegCodec(), openJpxDecoder()]);
  const tools: ReducingTools = { account: decoding, cache: new DataCache(), jpeg, jpx };
  return { streams, images: { reduction: images, tools, pixels: new PixelAccount(scale) } };
}
