import { PDFArray, type PDFContext, PDFDict, PDFName, type PDFObject } from '../objects.ts';

/** An array of `items`. */
export function arrayOf(context: PDFContext, items: Iterable<PDFObject>): PDFArray {
  const array = PDFArray.withContext(context);
  for (const item of items) array.push(item);
  return array;
}

/** A dictionary of `entries`, leaving out those without a value. */
export function dictOf(
  context: PDFContext,
  entries: Readonly<Record<string, PDFObject | undefined>>,
): PDFDict {
  const dict = PDFDict.withContext(context);
  for (const [key, value] of Object.entries(entries)) if (value) dict.set(nameOf(key), value);
  return dict;
}

/** A name of these bytes, each as one character. pdf-lib takes `#41` for an escape. */
export const nameOf = (bytes: string): PDFName => PDFName.of(bytes.replaceAll('#', '#23'));

/** A copy of `dict` in which these entries are changed, or removed where they have no value. */
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
