import { everyEntry, informationKey, type Metadata } from '../../../api/fields/metadata.ts';
import { isString, resolved, textOf } from '../assembly/lookup.ts';
import { metadataStream } from '../assembly/metadata/information.ts';
import { dateEntries, pdfDate, xmpOf } from '../assembly/metadata/xmp.ts';
import { informationInXmp } from '../assembly/metadata/xmp-information.ts';
import { dictFrom } from '../assembly/object-builders.ts';
import { keys } from '../keys.ts';
import { type PDFContext, PDFDict, PDFHexString, type PDFObject, PDFRawStream, PDFRef } from '../objects.ts';
import { nameOf, nameText } from '../syntax/names.ts';
import type { BuiltDocument } from './built-document.ts';

/** Changes the document information, and replaces the XMP metadata by a packet that agrees with it. */
export function changeMetadata({ context, catalog }: BuiltDocument, metadata: Metadata): void {
  const { [everyEntry]: removesAll, ...changes } = metadata;
  const entries = removesAll === null ? new Map<string, PDFObject>() : informationIn(context, catalog);
  for (const [key, text] of Object.entries(changes)) {
    // Names are bytes. Readers take them for UTF-8 (PDF 32000-1, 7.3.5).
    const name = Buffer.from(informationKey(key)).toString('latin1');
    if (!text) entries.delete(name);
    else entries.set(name, entryOf(name, text));
  }
  removeMetadata(context, catalog);
  if (entries.size === 0) return;
  const named = [...entries].map(([name, value]) => [nameOf(name), value] as const);
  context.trailerInfo.Info = context.register(dictFrom(context, named));
  const xmp = Buffer.from(xmpOf(textsOf(entries)));
  catalog.set(keys.Metadata, context.register(metadataStream(xmp, context)));
}

/** Dates arrive in ISO 8601, or as the engine wrote them. `Trapped` is a name (PDF 32000-1, table 317). */
function entryOf(name: string, text: string): PDFObject {
  if (name === trapped) return nameOf(text);
  return dateEntries.has(name) ? dateString(pdfDate(text) ?? text) : PDFHexString.fromText(text);
}

const trapped = 'Trapped';

/** Dates are in ASCII (PDF 32000-1, 7.9.4). */
const dateString = (text: string): PDFHexString =>
  PDFHexString.of(Buffer.from(text, 'latin1').toString('hex'));

/** The entries of the document information by the bytes of their names, and those that only XMP has. */
function informationIn(context: PDFContext, catalog: PDFDict): Map<string, PDFObject> {
  const information = resolved(context, context.trailerInfo.Info);
  const entries = information instanceof PDFDict ? information.entries() : [];
  const named = new Map(entries.map(([key, value]) => [nameText(key), value]));
  const xmp = resolved(context, catalog.get(keys.Metadata));
  for (const [name, text] of xmp instanceof PDFRawStream ? informationInXmp(xmp.contents) : []) {
    const value = dateEntries.has(name) ? pdfDate(text) : text;
    if (value !== undefined && lacks(named.get(name))) named.set(name, PDFHexString.fromText(value));
  }
  return named;
}

const lacks = (value: PDFObject | undefined): boolean =>
  value === undefined || (isString(value) && textOf(value) === '');

const textsOf = (entries: ReadonlyMap<string, PDFObject>): Map<string, string> =>
  new Map([...entries].flatMap(([key, value]) => (isString(value) ? [[key, textOf(value)]] : [])));

function removeMetadata(context: PDFContext, catalog: PDFDict): void {
  for (const ref of [context.trailerInfo.Info, catalog.get(keys.Metadata)]) {
    if (ref instanceof PDFRef) context.delete(ref);
  }
  delete context.trailerInfo.Info;
  catalog.delete(keys.Metadata);
}
