import { InputFault } from '../../../../base/input-fault.ts';
import type { InflationAccount } from '../../work-budget.ts';

const MiB = 1024 * 1024;

/** Decoded stream data, in bytes: of one stream, after each of its filters, and of all. */
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

/** The accounts of a request. A stream that exceeds one stays as it is. */
export const compressionAccounts = () => ({ recoding: accountOf(recoded), decoding: accountOf(decoded) });

function accountOf({ stream, total }: DataLimits): InflationAccount {
  let left = total;
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
