import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { readTables, writeFont } from '#lib/engines/fonts/sfnt/tables.ts';
import { knownTags } from '#lib/engines/fonts/woff2/known-tags.ts';

const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../fixtures/fonts', name));

/** A font of Latin letters, whose family is Sample Sans. Some of its glyphs are composites. */
export const sampleFont = (): Buffer => fixture('sample.ttf');

/** The same font, packed by Google's woff2 library. */
export const sampleWoff2 = (): Buffer => fixture('sample.woff2');

const [trueType, openType] = [0x00010000, 0x4f54544f];

type TableChange = (table: Buffer) => Buffer | undefined;

/** A font with other tables: each change gets a copy of the table, and removes it by returning undefined. */
export function withTables(font: Buffer, changes: Readonly<Record<string, TableChange>>): Buffer {
  const tables = new Map(readTables(font));
  for (const [tag, change] of Object.entries(changes)) {
    const table = change(Buffer.from(tables.get(tag) ?? Buffer.alloc(0)));
    if (table) tables.set(tag, table);
    else tables.delete(tag);
  }
  return writeFont(trueType, tables);
}

/** A font whose outlines no engine can read. They are PostScript, which only engines look into. */
export function unreadableFont(): Buffer {
  const tables = new Map(readTables(sampleFont()));
  tables.delete('glyf');
  tables.delete('loca');
  return writeFont(openType, tables.set('CFF ', Buffer.from('no outlines')));
}

/** A change that writes a number of 16 bits. */
export const writing16 =
  (value: number, at: number): TableChange =>
  (table) => {
    table.writeUInt16BE(value, at);
    return table;
  };

/** A number as a `UIntBase128`. */
function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift((rest & 0x7f) | 0x80);
  }
  return bytes;
}

export interface PackedFont {
  /** Tables in the order of the file, untransformed. */
  tables: ReadonlyMap<string, Buffer>;
  /** Lengths that the directory claims instead of the true ones. */
  claimed?: Readonly<Record<string, number>>;
  /** Replaces the compressed data. */
  compressed?: Buffer;
  flavor?: number;
}

/** A WOFF2 file without transforms. */
export function makeWoff2({ tables, claimed = {}, compressed, flavor = trueType }: PackedFont): Buffer {
  const directory = [...tables].flatMap(([tag, { length }]) => {
    const known = knownTags.indexOf(tag);
    // Of glyf and loca, version 3 is the one without a transform.
    const version = tag === 'glyf' || tag === 'loca' ? 3 : 0;
    const flags = (version << 6) | (known < 0 ? 63 : known);
    return [flags, ...(known < 0 ? Buffer.from(tag, 'latin1') : []), ...base128(claimed[tag] ?? length)];
  });
  const data = compressed ?? brotliCompressSync(Buffer.concat([...tables.values()]));
  const header = Buffer.alloc(48);
  header.write('wOF2', 0, 'latin1');
  header.writeUInt32BE(flavor, 4);
  header.writeUInt32BE(header.length + directory.length + data.length, 8);
  header.writeUInt16BE(tables.size, 12);
  header.writeUInt32BE(data.length, 20);
  return Buffer.concat([header, Buffer.from(directory), data]);
}
