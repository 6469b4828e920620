import { ByteSink } from './byte-sink.ts';
import type { Inflated } from './inflate.ts';

const clearTable = 256;
const endOfData = 257;
const maxCodes = 4096;

/**
 * Decodes LZWDecode data (PDF 32000-1, 7.4.4). A table entry is a position in the output, because every sequence is
 * there when it is first used. Data are damaged from the first invalid code.
 *
 * @param earlyChange 1 if codes grow one entry early, which is the default; else 0
 */
export function decodeLzw(data: Uint8Array, earlyChange: number, limit: number): Inflated {
  const sink = new ByteSink(limit, data.length * 3);
  const starts = new Uint32Array(maxCodes);
  const lengths = new Uint16Array(maxCodes);
  let next = endOfData + 1;
  let width = 9;
  let previousStart = -1;
  let previousLength = 0;
  let bits = 0;
  let bitCount = 0;
  let damaged = false;
  for (const byte of data) {
    bits = ((bits << 8) | byte) & 0xff_ffff;
    bitCount += 8;
    if (bitCount < width) continue;
    bitCount -= width;
    const code = (bits >> bitCount) & ((1 << width) - 1);
    if (code === endOfData) break;
    if (code === clearTable) {
      next = endOfData + 1;
      width = 9;
      previousStart = -1;
      continue;
    }
    const start = sink.length;
    if (code < clearTable) sink.byte(code);
    else if (code < next) sink.repeat(starts[code] as number, lengths[code] as number);
    else if (code === next && previousStart >= 0) sink.repeat(previousStart, previousLength + 1);
    else {
      damaged = true;
      break;
    }
    if (previousStart >= 0 && next < maxCodes) {
      // The previous sequence and the first byte of this one are adjacent in the output.
      starts[next] = previousStart;
      lengths[next] = previousLength + 1;
      next += 1;
    }
    previousStart = start;
    previousLength = sink.length - start;
    if (next + earlyChange >= 1 << width && width < 12) width += 1;
  }
  return { bytes: sink.finish(), damaged };
}
