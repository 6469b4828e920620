import { PDFDict, PDFDocument, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib';
import type { Finishing } from '#lib/engines/pdf/finishing/finishing.ts';
import { conform } from '#lib/engines/pdf/conformance/conform.ts';
import type { ConformanceTarget } from '#lib/engines/pdf/conformance/target.ts';
import { assembled } from './assemble.ts';
import { streamText } from './flatten.ts';

export interface Conformed {
  bytes: Buffer;
  document: PDFDocument;
  catalog: PDFDict;
  warnings: readonly { code: string; message: string }[];
}

/** Makes a document conform, and opens the result. It has all that belongs to a whole document. */
export async function conformed(
  input: PDFDocument,
  target: ConformanceTarget['pdfa'] | 'ua1' = '2b',
  options: Finishing = {},
): Promise<Conformed> {
  const pdfua = target === 'ua1';
  const finishing = { ...options, conformance: { pdfa: pdfua ? undefined : target, pdfua, conform } };
  const { bytes, finishingWarnings } = await assembled([input], { finishing, keepAttachments: true });
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  return { bytes, document, catalog: document.catalog, warnings: finishingWarnings };
}

/** What is at a path of keys and indices, resolved. */
export function at(start: PDFDict, ...path: readonly string[]): PDFObject | undefined {
  let object: PDFObject | undefined = start;
  for (const key of path) {
    const dict: PDFObject | undefined = object instanceof PDFRawStream ? object.dict : object;
    if (!(dict instanceof PDFDict)) return undefined;
    object = dict.lookup(PDFName.of(key));
  }
  return object;
}

/** The XMP packet of a document. */
export const packetOf = ({ catalog }: Conformed): string =>
  Buffer.from(streamText(at(catalog, 'Metadata')), 'latin1').toString('utf8');
