import { type Key, keys } from '../keys.ts';
import { PDFArray, type PDFContext, PDFDict, type PDFName, type PDFObject } from '../objects.ts';

/** An array of `items`. */
export function arrayOf(context: PDFContext, items: Iterable<PDFObject>): PDFArray {
  const array = PDFArray.withContext(context);
  for (const item of items) array.push(item);
  return array;
}

/** The entries of a dictionary; those without a value are absent. */
export type Entries = Readonly<Partial<Record<Key, PDFObject | undefined>>>;

/** A dictionary of `entries`. */
export function dictOf(context: PDFContext, entries: Entries): PDFDict {
  const dict = PDFDict.withContext(context);
  for (const [key, value] of Object.entries(entries)) if (value) dict.set(keys[key as Key], value);
  return dict;
}

/** A dictionary whose keys come from a document. */
export const dictFrom = (context: PDFContext, entries: Iterable<readonly [PDFName, PDFObject]>): PDFDict =>
  PDFDict.fromMapWithContext(new Map(entries), context);

/** A copy of `dict` with changed entries. Entries without a value are removed. */
export function withEntries(
  dict: PDFDict,
  changes: Iterable<readonly [PDFName, PDFObject | undefined]>,
): PDFDict {
  const copy = PDFDict.fromMapWithContext(new Map(dict.asMap()), dict.context);
  for (const [key, value] of changes) {
    if (value) copy.set(key, value);
    else copy.delete(key);
  }
  return copy;
}
