import { metadataKey } from '../../../api/fields/metadata.ts';
import { isString, resolved, textOf } from '../assembly/lookup.ts';
import { dateEntries, isoDate } from '../assembly/metadata/xmp.ts';
import { xmpBytesOf } from '../assembly/metadata/xmp-claims.ts';
import { informationInXmp } from '../assembly/metadata/xmp-information.ts';
import { PDFName } from '../objects.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import { nameText } from '../syntax/names.ts';
import type { Bounds } from './bounds.ts';

/**
 * The texts of the document information dictionary, and those of XMP for the entries that it lacks: documents of PDF 2.0
 * can have XMP alone (ISO 32000-2, 14.3).
 */
export function metadataOf(source: PdfSource, bounds: Bounds): Record<string, string> {
  const texts = informationOf(source);
  const xmp = xmpBytesOf(source);
  for (const [key, text] of xmp ? informationInXmp(xmp) : []) {
    if (!texts.get(key)) texts.set(key, text);
  }
  return Object.fromEntries(
    bounds.list(texts, ([key, text]) => [
      bounds.text(metadataKey(Buffer.from(key, 'latin1').toString('utf8'))),
      bounds.text(text),
    ]),
  );
}

/** Dates are in ISO 8601. */
function informationOf({ info, context }: PdfSource): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, entry] of info?.entries() ?? []) {
    const value = resolved(context, entry);
    const text = value instanceof PDFName ? nameText(value) : isString(value) ? textOf(value) : undefined;
    if (text === undefined) continue;
    const name = nameText(key);
    texts.set(name, dateEntries.has(name) ? (isoDate(text) ?? text) : text);
  }
  return texts;
}
