import { values } from '../../keys.ts';
import {
  type PDFContext,
  PDFNull,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
} from '../../objects.ts';
import { nameOf, nameText } from '../../syntax/names.ts';
import { dictFrom, dictOf } from '../object-builders.ts';
import { conformanceKeys } from './conformance.ts';
import type { Excerpt } from '../excerpt.ts';
import { resolved } from '../lookup.ts';
import type { KeptConformance } from './kept-conformance.ts';
import { withoutConformance, xmpBytesOf } from './xmp-claims.ts';

/** What the result declares. */
type Kept = KeptConformance & {
  /** Whether the metadata name an invoice if those of the source do. */
  invoice?: boolean;
};

/**
 * Writes the document information and the XMP metadata of the result: those of the first source.
 *
 * @param kept what the result declares; other declarations of conformance are removed
 */
export function writeInformation(
  first: Excerpt,
  context: PDFContext,
  kept: Kept = {},
): { Info?: PDFRef; Metadata?: PDFRef } {
  const entries = informationOf(first);
  const info = dictFrom(
    context,
    [...entries].map(([name, value]) => [nameOf(name), value]),
  );
  const xmp = xmpFrom(first, kept);
  return {
    ...(entries.size > 0 ? { Info: context.register(info) } : {}),
    ...(xmp ? { Metadata: context.register(metadataStream(xmp, context)) } : {}),
  };
}

/** All entries except declarations of conformance. Text is stored directly in the dictionary. */
function informationOf({ source, copier }: Excerpt): Map<string, PDFObject> {
  const entries = new Map<string, PDFObject>();
  for (const [key, entry] of source.info?.entries() ?? []) {
    const value = resolved(source.context, entry);
    const name = nameText(key);
    if (!value || value === PDFNull || conformanceKeys.has(name)) continue;
    entries.set(name, copier.copy(value instanceof PDFRawStream ? entry : value));
  }
  return entries;
}

function xmpFrom(
  { source }: Excerpt,
  { archival, accessible, invoice = false }: Kept,
): Uint8Array | undefined {
  const bytes = xmpBytesOf(source);
  const isKept = (claim: string): boolean =>
    (archival !== undefined && claim.startsWith('pdfaid:')) ||
    (invoice && claim.startsWith('fx:')) ||
    (accessible !== undefined && claim.startsWith('pdfuaid:'));
  return bytes && withoutConformance(bytes, isKept);
}

/** XMP as a stream. Not compressed, so that programs without a PDF parser find it (PDF 32000-1, 14.3.2). */
export const metadataStream = (xmp: Uint8Array, context: PDFContext): PDFRawStream =>
  PDFRawStream.of(
    dictOf(context, {
      Type: values.Metadata,
      Subtype: values.XML,
      Length: PDFNumber.of(xmp.length),
    }),
    xmp,
  );
