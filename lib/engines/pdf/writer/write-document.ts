import { PDFNull, PDFStream } from '../objects.ts';
import type { OutputDocument } from '../output/output-document.ts';
import { DocumentWriter, type WrittenDocument } from './document-writer.ts';

export interface WriteOptions {
  /** Whether small objects go into compressed object streams. `auto`: where that saves enough for its time. */
  objectStreams?: 'auto' | 'always' | 'never';
}

/** The bytes of `output`, the same for the same content. Copied objects are moved out of the output: it is used up. */
export function writeDocument(
  output: OutputDocument,
  { objectStreams = 'auto' }: WriteOptions = {},
): WrittenDocument {
  const packed = objectStreams === 'always' || (objectStreams === 'auto' && packingPays(output));
  const written = new DocumentWriter(output, packed).write();
  output.objects.raw.release();
  return written;
}

/** What an object costs in a file by itself besides its own bytes: `12 0 obj`, `endobj`, a line of the table. */
const wrapping = 38;

/** The part of the file that packing has to save. */
const worthwhile = 0.02;

/** Objects shrink to about a fifth when packed, their wrapping to little more than nothing. */
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
