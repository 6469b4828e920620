import type { PDFDocument } from 'pdf-lib';
import {
  assemble,
  type AssembledDocument,
  type AssemblyOptions,
} from '#lib/engines/pdf/assembly/assemble.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { bytesOf } from './pdf-features.ts';

/** A document, or pages of it counted from 0. */
export type Input = PDFDocument | { document: PDFDocument; pages: readonly number[] };

/** Assembles documents: what came out, and its bytes in one piece. */
export async function assembled(
  inputs: readonly Input[],
  options?: AssemblyOptions,
): Promise<AssembledDocument & { bytes: Buffer }> {
  const parts = await Promise.all(
    inputs.map(async (input) => {
      const [document, pages] = 'pages' in input ? [input.document, input.pages] : [input, undefined];
      const source = openPdf(await bytesOf(document));
      return { source, pages: pages ?? source.pages.map((_, index) => index) };
    }),
  );
  const result = assemble(parts, options);
  return { ...result, bytes: Buffer.concat(result.chunks) };
}
