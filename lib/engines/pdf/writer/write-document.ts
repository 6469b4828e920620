import type { Protection } from '../encryption/protection.ts';
import { PDFNull, PDFStream } from '../objects.ts';
import type { OutputDocument } from '../output/output-document.ts';
import { DocumentWriter, type WrittenDocument } from './document-writer.ts';
import type { PdfVersion } from './object-chunks.ts';
import { type Linearization, writeLinearized } from './linearized/write-linearized.ts';

export interface WriteOptions {
  /**
   * Whether small objects are packed into compressed object streams. `auto` packs if that saves enough for its time.
   */
  objectStreams?: 'auto' | 'always' | 'never';
  /** Encrypts the document. All objects that are not streams are then packed. */
  protection?: Protection | undefined;
  /** Linearizes the document. Small objects are then packed, except pages and the catalog. */
  linearization?: Linearization | undefined;
  /** The zlib level of object streams and of the cross-reference stream. By default the fastest. */
  level?: number | undefined;
  /** In the header. By default 1.7. */
  version?: PdfVersion | undefined;
}

/** The bytes of `output`; equal content gives equal bytes unless it is encrypted. Uses up `output`: its copied objects are moved. */
export function writeDocument(
  output: OutputDocument,
  { objectStreams = 'auto', linearization, ...encoding }: WriteOptions = {},
): WrittenDocument {
  const packs = (): boolean =>
    encoding.protection !== undefined ||
    objectStreams === 'always' ||
    (objectStreams === 'auto' && packingPays(output));
  const written = linearization
    ? writeLinearized(output, linearization, encoding)
    : new DocumentWriter(output, { packed: packs(), ...encoding }).write();
  output.objects.raw.release();
  return written;
}

/** The overhead of an object outside a stream, in bytes: `12 0 obj`, `endobj`, a row of the table. */
const wrapping = 38;

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
  return packable * 0.8 > worthwhile * (packable + rest);
}
