import { PDFNull, PDFStream } from '../objects.ts';
import type { OutputDocument } from '../output/output-document.ts';
import { DocumentWriter, type Encoding, type WrittenDocument } from './document-writer.ts';
import { type Linearization, writeLinearized } from './linearized/write-linearized.ts';

export interface WriteOptions extends Encoding {
  /**
   * Whether small objects are packed into compressed object streams. `auto` packs if that saves enough for its time.
   */
  objectStreams?: 'auto' | 'always' | 'never';
  /** Linearizes the document. Small objects are then packed, except pages and the catalog. */
  linearization?: Linearization | undefined;
}

/**
 * The bytes of `output`; equal content gives equal bytes unless it is encrypted. Uses up `output`: its copied
 * objects are moved. Encryption needs version 1.7, because all objects that are not streams are packed then.
 */
export function writeDocument(
  output: OutputDocument,
  { objectStreams = 'auto', protection, level, version, linearization }: WriteOptions = {},
): WrittenDocument {
  const packs = (): boolean =>
    version !== '1.4' &&
    (protection !== undefined ||
      objectStreams === 'always' ||
      (objectStreams === 'auto' && packingPays(output)));
  const written = linearization
    ? writeLinearized(output, linearization, { protection, level, version })
    : new DocumentWriter(output, { packed: packs(), protection, level, version }).write();
  output.objects.raw.release();
  return written;
}

/** The overhead of an object outside a stream, in bytes: `12 0 obj`, `endobj`, a row of the table. */
const wrapping = 38;

/** What an object stream and a cross-reference stream take, and little data compress worse. Measured in splits. */
const streamOverhead = 1000;

/** The share of the file that packing must save. */
const worthwhile = 0.02;

/** Packed objects shrink to about a fifth, their overhead to almost nothing. */
function packingPays({ context, objects }: OutputDocument): boolean {
  let packable = 0;
  let rest = 0;
  for (let number = 1; number <= context.largestObjectNumber; number += 1) {
    if (objects.raw.has(number)) {
      if (objects.raw.hasData(number)) rest += objects.raw.dataLength(number);
      else packable += objects.raw.headLength(number) + wrapping;
      continue;
    }
    const parsed = objects.parsed(number);
    if (parsed instanceof PDFStream) rest += parsed.getContentsSize();
    else if (parsed && parsed !== PDFNull) packable += 100 + wrapping;
  }
  return packable * 0.8 - streamOverhead > worthwhile * (packable + rest);
}
