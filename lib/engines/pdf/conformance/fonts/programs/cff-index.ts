import type { FontData } from '../../../../fonts/font-data.ts';

/** An INDEX of the Compact Font Format (Adobe Technical Note 5176, section 5). */
export interface CffIndex {
  items: Buffer[];
  /** The position after it. */
  end: number;
}

/** @throws InputFault `invalid-file-type` when it leads out of the table */
export function readCffIndex(table: FontData, at: number): CffIndex {
  const count = table.u16(at);
  if (count === 0) return { items: [], end: at + 2 };
  const size = table.u8(at + 2);
  if (size < 1 || size > 4) throw table.damage('has an index with offsets of no size');
  table.require(at + 3, (count + 1) * size);
  const offset = (index: number): number => table.bytes.readUIntBE(at + 3 + index * size, size);
  const data = at + 2 + (count + 1) * size;
  const items: Buffer[] = [];
  for (let index = 0; index < count; index += 1)
    items.push(table.slice(data + offset(index), offset(index + 1) - offset(index)));
  return { items, end: data + offset(count) };
}

/** Writes an INDEX. */
export function writeCffIndex(items: readonly Uint8Array[]): Buffer {
  if (items.length === 0) return Buffer.alloc(2);
  const size = 4;
  const head = Buffer.alloc(3 + (items.length + 1) * size);
  head.writeUInt16BE(items.length, 0);
  head.writeUInt8(size, 2);
  let offset = 1;
  for (const [index, { length }] of items.entries()) {
    head.writeUInt32BE(offset, 3 + index * size);
    offset += length;
  }
  head.writeUInt32BE(offset, 3 + items.length * size);
  return Buffer.concat([head, ...items]);
}
