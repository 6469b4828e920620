import { Char, hexValue, isDigit } from './characters.ts';

/** The escapes of a literal string that represent another byte (PDF 32000-1, table 3). */
const escapes = new Map<number, number>([
  [110, 10],
  [114, 13],
  [116, 9],
  [98, 8],
  [102, 12],
]);

/** The bytes of the literal string between `start` and `end`, without its parentheses. */
export function literalBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const out = new Uint8Array(end - start);
  let length = 0;
  let at = start;
  while (at < end) {
    let code = bytes[at] as number;
    at += 1;
    if (code === Char.carriageReturn) {
      // Any line break in a string is one line feed (7.3.4.2).
      if (bytes[at] === Char.lineFeed) at += 1;
      code = Char.lineFeed;
    } else if (code === Char.backslash && at < end) {
      code = bytes[at] as number;
      at += 1;
      if (code === Char.lineFeed) continue;
      if (code === Char.carriageReturn) {
        if (bytes[at] === Char.lineFeed) at += 1;
        continue;
      }
      if (code >= Char.zero && code <= 55) {
        let value = code - Char.zero;
        for (let digits = 1; digits < 3 && at < end && isOctal(bytes[at] as number); digits += 1) {
          value = value * 8 + (bytes[at] as number) - Char.zero;
          at += 1;
        }
        code = value & 255;
      } else {
        code = escapes.get(code) ?? code;
      }
    }
    out[length] = code;
    length += 1;
  }
  return out.subarray(0, length);
}

/** The bytes of the hexadecimal string between `start` and `end`, without its brackets. */
export function hexBytes(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const out = new Uint8Array((end - start + 1) >> 1);
  let digits = 0;
  for (let at = start; at < end; at += 1) {
    const value = hexValue(bytes[at] as number);
    if (value < 0) continue;
    out[digits >> 1] = (out[digits >> 1] as number) | (digits % 2 === 0 ? value << 4 : value);
    digits += 1;
  }
  return out.subarray(0, (digits + 1) >> 1);
}

/** `bytes` as the contents of a hexadecimal string. */
export const toHex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex');

const isOctal = (code: number): boolean => isDigit(code) && code < 56;
