import { InputFault } from '../../../../base/input-fault.ts';
import { limits } from '../../../../base/limits.ts';
import type { InflationAccount } from '../../work-budget.ts';

const MiB = 1024 * 1024;

/** Decoded stream data, in bytes: of one stream, after each of its filters, and of all of a synchronous request. */
interface DataLimits {
  stream: number;
  total: number;
}

/**
 * Data that are compressed again for one request. At its best level zlib takes a second for 8 to 15 MiB. Bytes are counted
 * in place of time, so that equal requests have equal results.
 */
const recoded: DataLimits = { stream: 24 * MiB, total: 48 * MiB };

/** Samples of images that are decoded for one request. Their pixels are limited too. */
const decoded: DataLimits = { stream: 160 * MiB, total: 640 * MiB };

/**
 * How much more work a request may take than a synchronous one, by its processor time. A power of two, because the time
 * differs a little between equal requests.
 */
export const workScale = (processorMilliseconds: number = limits.pdfMilliseconds): number =>
  2 ** Math.max(0, Math.round(Math.log2(processorMilliseconds / limits.pdfMilliseconds)));

/** The accounts of a request. A stream that exceeds one stays as it is. */
export const compressionAccounts = (scale: number) => ({
  recoding: accountOf(recoded, scale),
  decoding: accountOf(decoded, scale),
});

function accountOf({ stream, total }: DataLimits, scale: number): InflationAccount {
  let left = total * scale;
  return {
    get left() {
      return Math.min(left, stream);
    },
    add(count) {
      left -= count;
    },
    exceeded: () => new InputFault('file-too-large', 'has a stream that is too long to compress again'),
  };
}
