/** Readers look for the header in the first 1024 bytes (PDF 32000-1, annex H, 3.4.1). */
const pdfHeaderBytes = 1024;

/** Whether `bytes` have the header of a PDF. */
export const isPdf = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, pdfHeaderBytes)).includes('%PDF-');
