import { Char, CharacterClass, classOf } from '../syntax/characters.ts';
import { hexBytes } from '../syntax/strings.ts';
import { ByteSink } from './byte-sink.ts';

/** Decodes ASCIIHexDecode data (PDF 32000-1, 7.4.2). Stops at `>`; skips other characters that are not digits. */
export function decodeAsciiHex(data: Uint8Array): Uint8Array {
  const end = data.indexOf(Char.greater);
  return hexBytes(data, 0, end < 0 ? data.length : end);
}

/** Decodes ASCII85Decode data (7.4.3). Stops at `~` or any other character outside the encoding. */
export function decodeAscii85(data: Uint8Array, limit: number): Uint8Array {
  const sink = new ByteSink(limit, data.length);
  let group = 0;
  let digits = 0;
  for (const code of data) {
    if (classOf[code] === CharacterClass.space) continue;
    if (code === 122 && digits === 0) {
      sink.fill(0, 4);
      continue;
    }
    if (code < 33 || code > 117) break;
    group = group * 85 + (code - 33);
    digits += 1;
    if (digits === 5) {
      writeGroup(sink, group, 4);
      group = 0;
      digits = 0;
    }
  }
  if (digits > 1) {
    for (let missing = digits; missing < 5; missing += 1) group = group * 85 + 84;
    writeGroup(sink, group, digits - 1);
  }
  return sink.finish();
}

function writeGroup(sink: ByteSink, group: number, count: number): void {
  for (let index = 0; index < count; index += 1) sink.byte(Math.floor(group / 256 ** (3 - index)) & 255);
}
