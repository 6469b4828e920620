import { InputFault } from '../../../../base/input-fault.ts';
import type { InflationAccount } from '../../work-budget.ts';

const MiB = 1024 * 1024;

/**
 * Decoded stream data that are compressed again for one request, in bytes. At its best level zlib takes a second for 8 to
 * 15 MiB. Bytes are counted in place of time, so that equal requests have equal results.
 */
const requestBytes = 48 * MiB;

/** Of one stream, after each of its filters. */
const streamBytes = 24 * MiB;

/** An account for the work on the streams of a request. A stream that exceeds it stays as it is. */
export function recodingAccount(bytes: number = requestBytes): InflationAccount {
  let left = bytes;
  return {
    get left() {
      return Math.min(left, streamBytes);
    },
    add(count) {
      left -= count;
    },
    exceeded: () => new InputFault('file-too-large', 'has a stream that is too long to compress again'),
  };
}
