import { dictOf, type Entries } from '../../assembly/object-builders.ts';
import { deflate } from '../../filters/deflate.ts';
import { values } from '../../keys.ts';
import { type PDFContext, PDFRawStream } from '../../objects.ts';
import { compressionLevel } from '../../writer/compression-level.ts';

/** Compressing less takes longer than all else that is done for a line of text, and saves a few bytes. */
const fewBytes = 256;

/** A stream with these bytes, compressed if that makes them noticeably shorter. */
export function compressedStream(
  context: PDFContext,
  bytes: Uint8Array,
  entries: Entries = {},
): PDFRawStream {
  const plain = (): PDFRawStream => PDFRawStream.of(dictOf(context, entries), bytes);
  if (bytes.length < fewBytes) return plain();
  const deflated = deflate(bytes, compressionLevel);
  if (deflated.length >= bytes.length) return plain();
  return PDFRawStream.of(dictOf(context, { ...entries, Filter: values.FlateDecode }), deflated);
}
