import { ParseSpeeds, PDFDocument } from 'pdf-lib';
import { AppError } from '../app-error.ts';

/** Readers look for the header in the first 1024 bytes (PDF 32000-1, annex H, 3.4.1). */
const headerWindow = 1024;

/** Whether `bytes` claim to be a PDF. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headerWindow)).includes('%PDF-');
}

/**
 * Whether a trailer names an encryption dictionary. pdf-lib's own error for it cannot be told from others, and
 * encrypted object streams fail before it is thrown.
 */
const isEncrypted = (bytes: Uint8Array): boolean =>
  /\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1'),
  );

/**
 * Opens a PDF as pdf-lib's object model.
 *
 * @throws AppError `invalid-file-type`, `password-required` or `damaged-document`, without a field
 */
export async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  if (!isPdf(bytes)) throw new AppError('invalid-file-type', 'is not a PDF');
  let document: PDFDocument;
  try {
    document = await PDFDocument.load(bytes, { updateMetadata: false, parseSpeed: ParseSpeeds.Fastest });
    // Reading the page tree is what finds a missing catalog or a broken tree.
    document.getPages();
  } catch (cause) {
    if (isEncrypted(bytes)) {
      throw new AppError('password-required', 'is encrypted; send it without encryption', { cause });
    }
    throw new AppError('damaged-document', 'is damaged and cannot be read', { cause });
  }
  if (document.getPageCount() === 0) throw new AppError('damaged-document', 'has no pages');
  return document;
}

/** How many of the pages that the document says it has could not be read. */
export function missingPages(document: PDFDocument): number {
  const declared = document.catalog.Pages().Count().asNumber();
  return Math.max(0, declared - document.getPageCount());
}

/** A new document without a page. */
export const createPdf = (): Promise<PDFDocument> => PDFDocument.create({ updateMetadata: false });

/** The bytes of a finished document. */
export function savePdf(document: PDFDocument): Promise<Uint8Array> {
  return document.save({ addDefaultPage: false, useObjectStreams: false, objectsPerTick: Infinity });
}
