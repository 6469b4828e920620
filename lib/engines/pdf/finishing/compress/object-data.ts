import { PDFStream } from '../../objects.ts';
import type { OutputDocument } from '../../output/output-document.ts';

/** The data of a stream as they are stored; undefined for other objects. */
export function dataOf({ objects }: OutputDocument, number: number): Uint8Array | undefined {
  const parsed = objects.parsed(number);
  if (parsed) return parsed instanceof PDFStream ? parsed.getContents() : undefined;
  return objects.raw.hasData(number) ? objects.raw.data(number) : undefined;
}

/** The length of all stream data of a document. */
export function dataBytes(output: OutputDocument): number {
  let bytes = 0;
  for (let number = 1; number <= output.context.largestObjectNumber; number += 1) {
    bytes += dataOf(output, number)?.length ?? 0;
  }
  return bytes;
}
