import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A free font that comes with a package the tests use. */
const source = join(
  import.meta.dirname,
  '../../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf',
);

const directoryLength = 12;
const recordLength = 16;

/** A TrueType font that calls itself `family`, which no machine has: only documents can bring it. */
export function makeFont(family: string): Buffer {
  const font = readFileSync(source);
  const count = font.readUInt16BE(4);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = directoryLength + index * recordLength;
    const tag = font.toString('latin1', at, at + 4);
    const offset = font.readUInt32BE(at + 8);
    const data = font.subarray(offset, offset + font.readUInt32BE(at + 12));
    return { tag, data: tag === 'name' ? nameTable(family) : data };
  });
  const directory = Buffer.from(font.subarray(0, directoryLength + count * recordLength));
  const pieces: Buffer[] = [directory];
  let end = directory.length;
  for (const [index, { data }] of tables.entries()) {
    const at = directoryLength + index * recordLength;
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    directory.writeUInt32BE(checksum(padded), at + 4);
    directory.writeUInt32BE(end, at + 8);
    directory.writeUInt32BE(data.length, at + 12);
    pieces.push(padded);
    end += padded.length;
  }
  return Buffer.concat(pieces);
}

/** The font's names (OpenType, `name`): family, style, unique, full and PostScript name. */
function nameTable(family: string): Buffer {
  const postScript = family.replaceAll(' ', '');
  const names: [id: number, text: string][] = [
    [1, family],
    [2, 'Regular'],
    [3, family],
    [4, family],
    [6, postScript],
  ];
  const header = Buffer.alloc(6 + names.length * 12);
  header.writeUInt16BE(names.length, 2);
  header.writeUInt16BE(header.length, 4);
  const texts: Buffer[] = [];
  let offset = 0;
  for (const [index, [id, text]] of names.entries()) {
    const bytes = Buffer.from(text, 'utf16le').swap16();
    const windows = [3, 1, 0x409];
    for (const [field, value] of [...windows, id, bytes.length, offset].entries()) {
      header.writeUInt16BE(value, 6 + index * 12 + field * 2);
    }
    texts.push(bytes);
    offset += bytes.length;
  }
  return Buffer.concat([header, ...texts]);
}

function checksum(bytes: Buffer): number {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0;
  return sum;
}

/**
 * A font as Word embeds it: its first 32 bytes crossed with the key, whose bytes go backwards (ECMA-376-1, 17.8.1).
 *
 * @param key `{XXXXXXXX-XXXX-XXXX-XXXX-XXXXXXXXXXXX}`
 */
export function obfuscatedFont(font: Buffer, key: string): Buffer {
  const bytes = Buffer.from(key.replace(/[{}-]/g, ''), 'hex').reverse();
  const result = Buffer.from(font);
  for (let at = 0; at < Math.min(32, result.length); at += 1) {
    result[at] = (result[at] ?? 0) ^ (bytes[at % bytes.length] ?? 0);
  }
  return result;
}

/** A font as PowerPoint embeds it: Embedded OpenType, version 2.1, neither compressed nor crossed (W3C submission EOT). */
export function embeddedOpenType(font: Buffer, family: string): Buffer {
  const names = [family, 'Regular', '', family, ''].map((text) => {
    const bytes = Buffer.from(text, 'utf16le');
    const lengths = Buffer.alloc(4);
    lengths.writeUInt16LE(bytes.length, 2);
    return Buffer.concat([lengths, bytes]);
  });
  const fixed = Buffer.alloc(80);
  fixed.writeUInt32LE(fixed.length + Buffer.concat(names).length + font.length, 0);
  fixed.writeUInt32LE(font.length, 4);
  fixed.writeUInt32LE(0x00020001, 8);
  fixed.writeUInt8(1, 26); // character set: default
  fixed.writeUInt32LE(400, 28); // weight
  fixed.writeUInt16LE(0x504c, 34); // magic number
  return Buffer.concat([fixed, ...names, font]);
}
