import { ByteSink } from './byte-sink.ts';

/** Decodes RunLengthDecode data (PDF 32000-1, 7.4.5). */
export function decodeRunLength(data: Uint8Array, limit: number): Uint8Array {
  const sink = new ByteSink(limit, data.length * 2);
  let at = 0;
  while (at < data.length) {
    const length = data[at] as number;
    if (length === 128) break;
    if (length < 128) {
      sink.append(data.subarray(at + 1, at + 2 + length));
      at += 2 + length;
    } else {
      const value = data[at + 1];
      if (value !== undefined) sink.fill(value, 257 - length);
      at += 2;
    }
  }
  return sink.finish();
}
