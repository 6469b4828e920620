import { damagedFont, FontData } from '../font-data.ts';
import { ByteStream } from './byte-stream.ts';

/** Flags of a transformed `hmtx` table: which left side bearings are those of the outlines, and left out. */
const leftOut = { proportional: 1, monospaced: 2 } as const;

/**
 * Restores the `hmtx` table from its transformed form (WOFF2, 5.4).
 *
 * @param leftEdges of the glyphs
 * @throws InputFault `invalid-file-type` when the table ends early or contradicts `hhea`
 */
export function restoreMetrics(packed: Buffer, hhea: Buffer | undefined, leftEdges: Int16Array): Buffer {
  const stream = new ByteStream(packed, 'hmtx table');
  const flags = stream.u8();
  const metrics = new FontData(hhea ?? Buffer.alloc(0), 'hhea table').u16(34);
  if (metrics > leftEdges.length) throw damagedFont('its hmtx table has more metrics than there are glyphs');
  const widths = stream.take(metrics * 2);
  const hmtx = Buffer.alloc(metrics * 4 + (leftEdges.length - metrics) * 2);
  for (const [glyph, edge] of leftEdges.entries()) {
    const isProportional = glyph < metrics;
    const isLeftOut = (flags & (isProportional ? leftOut.proportional : leftOut.monospaced)) !== 0;
    const at = isProportional ? glyph * 4 + 2 : metrics * 2 + glyph * 2;
    if (isProportional) widths.copy(hmtx, glyph * 4, glyph * 2, glyph * 2 + 2);
    hmtx.writeInt16BE(isLeftOut ? edge : stream.i16(), at);
  }
  return hmtx;
}
