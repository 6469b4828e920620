import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { InputFault } from '../../../base/input-fault.ts';
import { damagedFont } from '../font-data.ts';
import type { FontBudget } from '../font-budget.ts';
import { fontSize, writeFont } from '../sfnt/tables.ts';
import { ByteStream } from './byte-stream.ts';
import { restoreGlyphs, type RestoredGlyphs } from './restore-glyphs.ts';
import { restoreMetrics } from './restore-metrics.ts';
import { type PackedTable, readPackedTables } from './table-directory.ts';

const decompress = promisify(brotliDecompress);

/** `ttcf` */
const collection = 0x74746366;

/** Fonts have about 20 tables. */
const mostTables = 64;

/**
 * Unpacks a WOFF2 font (W3C Recommendation "WOFF File Format 2.0"). No claim of the file decides how much memory this
 * takes: each length is checked against the budget first.
 *
 * @returns the TrueType or OpenType font
 * @throws InputFault `invalid-file-type` when the file is damaged or a collection, `file-too-large` when the font does
 *   not fit the budget
 */
export async function unpackWoff2(file: Buffer, budget: FontBudget): Promise<Buffer> {
  const stream = new ByteStream(file, 'WOFF2 header');
  stream.u32();
  const flavor = stream.u32();
  if (flavor === collection)
    throw new InputFault('invalid-file-type', 'is a collection of fonts, not a single font');
  const length = stream.u32();
  const count = stream.u16();
  stream.u16();
  stream.u32();
  const compressedLength = stream.u32();
  stream.take(24);
  if (length !== file.length) throw damagedFont('its length is not that in its header');
  if (count === 0 || count > mostTables) throw damagedFont(`it lists ${count} tables`);
  const packed = readPackedTables(stream, count);
  const size = packed.reduce((sum, { packedLength }) => sum + packedLength, 0);
  budget.require(Math.max(size, fontSize(packed.map((table) => table.length))));
  const data = await decompressed(stream.take(compressedLength), size);
  return writeFont(flavor, restore(packed, data, budget));
}

async function decompressed(bytes: Buffer, size: number): Promise<Buffer> {
  let data: Buffer;
  try {
    data = await decompress(bytes, { maxOutputLength: Math.max(size, 1) });
  } catch (cause) {
    throw damagedFont('its data cannot be decompressed', { cause });
  }
  if (data.length !== size) throw damagedFont('its data ends early');
  return data;
}

/** Restores the transformed tables. */
function restore(packed: readonly PackedTable[], data: Buffer, budget: FontBudget): Map<string, Buffer> {
  const stream = new ByteStream(data, 'data');
  const tables = new Map<string, Buffer>();
  let glyphs: RestoredGlyphs | undefined;
  const metrics: Buffer[] = [];
  for (const { tag, packedLength, isTransformed } of packed) {
    const bytes = stream.take(packedLength);
    if (!isTransformed) tables.set(tag, bytes);
    else if (tag === 'glyf') glyphs = restoreGlyphs(bytes, (size) => budget.require(size));
    else if (tag === 'hmtx') metrics.push(bytes);
  }
  if (glyphs) tables.set('glyf', glyphs.glyf).set('loca', glyphs.loca);
  for (const bytes of metrics) {
    if (!glyphs) throw damagedFont('its hmtx table needs a transformed glyf table');
    tables.set('hmtx', restoreMetrics(bytes, tables.get('hhea'), glyphs.leftEdges));
  }
  return tables;
}
