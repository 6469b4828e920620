import { ByteSink } from './byte-sink.ts';
import type { Inflated } from './inflate.ts';

const maxCodes = 4096;

/** How codes are written. */
export interface LzwCoding {
  /** The bits of a symbol. Two codes follow the symbols: to clear the table, and the end of the data. */
  symbolBits: number;
  /** Whether the first bit of a code is the lowest of a byte that is free. */
  isReversed: boolean;
  /** 1 if codes grow one entry early; else 0. */
  earlyChange: number;
}

/**
 * Decodes LZWDecode data (PDF 32000-1, 7.4.4).
 *
 * @param earlyChange 1 if codes grow one entry early, which is the default; else 0
 */
export const decodeLzw = (data: Uint8Array, earlyChange: number, limit: number): Inflated =>
  decodeLzwCodes(data, { symbolBits: 8, isReversed: false, earlyChange }, limit);

/**
 * Decodes LZW codes. A table entry is a position in the output, because every sequence is there when it is first used. Data
 * are damaged from the first invalid code.
 *
 * @throws OutputLimitError past `limit` bytes
 */
export function decodeLzwCodes(data: Uint8Array, coding: LzwCoding, limit: number): Inflated {
  const { symbolBits, isReversed, earlyChange } = coding;
  const clearTable = 1 << symbolBits;
  const endOfData = clearTable + 1;
  const sink = new ByteSink(limit, data.length * 3);
  const starts = new Uint32Array(maxCodes);
  const lengths = new Uint16Array(maxCodes);
  let next = endOfData + 1;
  let width = symbolBits + 1;
  let previousStart = -1;
  let previousLength = 0;
  let bits = 0;
  let bitCount = 0;
  let damaged = false;
  for (let at = 0; ;) {
    for (; bitCount < width && at < data.length; at += 1, bitCount += 8) {
      const byte = data[at] as number;
      bits = isReversed ? bits | (byte << bitCount) : ((bits << 8) | byte) & 0xff_ffff;
    }
    if (bitCount < width) break;
    bitCount -= width;
    const code = (isReversed ? bits : bits >> bitCount) & ((1 << width) - 1);
    if (isReversed) bits >>= width;
    if (code === endOfData) break;
    if (code === clearTable) {
      next = endOfData + 1;
      width = symbolBits + 1;
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
