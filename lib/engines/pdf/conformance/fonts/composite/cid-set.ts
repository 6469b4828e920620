import { dictAt, nameAt, resolved } from '../../../assembly/lookup.ts';
import { decodeStream, filtersOf } from '../../../filters/decode-stream.ts';
import { compressedStream } from '../../../finishing/overlays/compressed-stream.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFRawStream } from '../../../objects.ts';
import { changeDescriptor } from '../font-dictionary.ts';
import type { FontMending } from '../font-mending.ts';
import type { CidGlyphs } from './cid-glyphs.ts';

/**
 * Part 1 requires a CIDSet for subsets (ISO 19005-1, 6.3.5). In other parts, one that is present must list the glyphs of
 * the program (ISO 19005-2, 6.2.11.4.2), so one that does not is removed.
 */
export function mendCidSet(
  font: PDFDict,
  descendant: PDFDict,
  glyphs: CidGlyphs,
  mending: FontMending,
): void {
  const descriptor = dictAt(descendant, keys.FontDescriptor);
  const stream = descriptor && resolved(descriptor.context, descriptor.get(keys.CIDSet));
  const isSubset = /^[A-Z]{6}\+/.test(nameAt(font, keys.BaseFont) ?? '');
  if (!stream && !(mending.part === 1 && isSubset)) return;
  const wanted = bitsOf(glyphs.ids());
  if (stream instanceof PDFRawStream) {
    const filters = filtersOf(stream.dict);
    const decoded = filters && decodeStream(stream.contents, filters, mending.account);
    if (decoded && wanted.equals(trimmed(decoded.bytes))) return;
  }
  if (mending.part === 1)
    changeDescriptor(descendant, { CIDSet: font.context.register(compressedStream(font.context, wanted)) });
  else changeDescriptor(descendant, {}, ['CIDSet']);
}

/** A bit for each id, the highest of each byte first (PDF 32000-1, table 124). Glyph 0 is always present. */
function bitsOf(ids: Iterable<number>): Buffer {
  const bits = Buffer.alloc(8192);
  let last = 0;
  for (const id of [0, ...ids]) {
    bits[id >> 3] = (bits[id >> 3] ?? 0) | (0x80 >> (id & 7));
    last = Math.max(last, id >> 3);
  }
  return bits.subarray(0, last + 1);
}

function trimmed(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 1 && bytes[end - 1] === 0) end -= 1;
  return bytes.subarray(0, end);
}
