import type { WrittenDocument } from '../../writer/document-writer.ts';
import { type CompressedWarning, compressedWarning } from './compressed-warning.ts';
import type { Savings } from './compression.ts';

/** A written document, and the length of the stream data that it had before compression. */
export interface Measured<Document extends WrittenDocument> {
  document: Document;
  dataBytes: number;
}

/**
 * Chooses the smaller one of two files of a document, so that compression never makes a file larger.
 *
 * @returns the document, and the warning about what was saved
 */
export function smallerDocument<Document extends WrittenDocument>(
  plain: Measured<Document>,
  compressed: Measured<Document> & { savings: Savings },
): { document: Document; warnings: readonly CompressedWarning[] } {
  const before = plain.document.byteLength;
  const after = compressed.document.byteLength;
  if (after >= before) return { document: plain.document, warnings: [] };
  const { savings } = compressed;
  // Resources that pages do not use were not even copied.
  const unused = savings.unused + Math.max(0, plain.dataBytes - compressed.dataBytes);
  const streams = { ...savings, unused };
  const rest = before - after - Object.values(streams).reduce((sum, bytes) => sum + bytes, 0);
  return {
    document: compressed.document,
    warnings: [compressedWarning({ ...streams, structure: Math.max(0, rest) }, { before, after })],
  };
}
