import { informationKey, type Metadata } from '../../../../api/fields/metadata.ts';
import { values } from '../../keys.ts';
import {
  type PDFContext,
  PDFHexString,
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
import { isString, resolved, textOf } from '../lookup.ts';
import { xmpOf } from './xmp.ts';
import { withoutConformance, xmpBytesOf } from './xmp-claims.ts';

/**
 * Writes the document information and the XMP metadata of the result: those of the first source, with the entries of
 * `metadata` replaced. If there are any, the XMP is generated from the information, so that both agree.
 */
export function writeInformation(
  first: Excerpt,
  metadata: Metadata | undefined,
  context: PDFContext,
): { Info?: PDFRef; Metadata?: PDFRef } {
  const entries = informationOf(first);
  for (const [key, text] of Object.entries(metadata ?? {})) {
    // Names are bytes. Readers take them for UTF-8 (PDF 32000-1, 7.3.5).
    const name = Buffer.from(informationKey(key)).toString('latin1');
    if (text === '') entries.delete(name);
    else entries.set(name, PDFHexString.fromText(text));
  }
  const info = dictFrom(
    context,
    [...entries].map(([name, value]) => [nameOf(name), value]),
  );
  const xmp = metadata ? Buffer.from(xmpOf(textsOf(entries))) : xmpFrom(first);
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

const textsOf = (entries: ReadonlyMap<string, PDFObject>): Map<string, string> =>
  new Map([...entries].flatMap(([key, value]) => (isString(value) ? [[key, textOf(value)]] : [])));

/** The source's XMP without declarations of conformance, which nobody has checked for the result. */
function xmpFrom({ source }: Excerpt): Uint8Array | undefined {
  const bytes = xmpBytesOf(source);
  return bytes && withoutConformance(bytes);
}

/** Not compressed, so that programs without a PDF parser find it (PDF 32000-1, 14.3.2). */
const metadataStream = (xmp: Uint8Array, context: PDFContext): PDFRawStream =>
  PDFRawStream.of(
    dictOf(context, {
      Type: values.Metadata,
      Subtype: values.XML,
      Length: PDFNumber.of(xmp.length),
    }),
    xmp,
  );
