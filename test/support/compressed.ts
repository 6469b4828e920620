import type { CompressionOptions } from '#lib/api/fields/finishing/compression-options.ts';
import { assemble, type AssembledDocument } from '#lib/engines/pdf/assembly/assemble.ts';
import { prepareCompression } from '#lib/engines/pdf/finishing/compress/prepare-compression.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import type { PdfSource } from '#lib/engines/pdf/reader/pdf-source.ts';

/** A document without compression and with it. */
export interface Compressed {
  plain: Buffer;
  bytes: Buffer;
  source: PdfSource;
  document: AssembledDocument;
}

/** Assembles all pages of PDFs, without compression and with it. */
export async function compressed(
  files: readonly Buffer[],
  options: CompressionOptions = {},
): Promise<Compressed> {
  const parts = () =>
    files.map((file) => {
      const source = openPdf(file);
      return { source, pages: source.pages.map((_, index) => index) };
    });
  const compression = await prepareCompression(options);
  const document = assemble(parts(), { finishing: { compression } });
  const bytes = Buffer.concat(document.chunks);
  return { plain: Buffer.concat(assemble(parts()).chunks), bytes, source: openPdf(bytes), document };
}
