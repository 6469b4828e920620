import { keys } from '../keys.ts';
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  type PDFName,
  PDFNumber,
  type PDFObject,
  PDFRawStream,
  PDFRef,
} from '../objects.ts';
import { bytesOf, isString, resolved } from './lookup.ts';

/** Comparisons until two objects count as different. Fonts and profiles take about ten. */
const maxComparisons = 2000;

type Located = readonly [PDFContext, PDFObject | undefined];

/** Whether two objects, usually of two documents, are equal with everything they refer to. */
export function isSameObject(first: Located, second: Located): boolean {
  const open: [Located, Located][] = [[first, second]];
  const seen = new Map<PDFObject, PDFObject>();
  let comparisons = 0;
  for (let pair = open.pop(); pair; pair = open.pop()) {
    if ((comparisons += 1) > maxComparisons) return false;
    const [[contextA, entryA], [contextB, entryB]] = pair;
    if (entryA instanceof PDFRef && entryB) {
      if (seen.get(entryA) === entryB) continue;
      seen.set(entryA, entryB);
    }
    const [a, b] = [resolved(contextA, entryA), resolved(contextB, entryB)];
    if (a instanceof PDFArray && b instanceof PDFArray) {
      if (a.size() !== b.size()) return false;
      for (let index = 0; index < a.size(); index += 1) {
        open.push([
          [contextA, a.get(index)],
          [contextB, b.get(index)],
        ]);
      }
      continue;
    }
    const [dictA, dictB] = [entriesOf(a), entriesOf(b)];
    if (dictA && dictB) {
      if (dictA.size !== dictB.size || !sameContents(a, b)) return false;
      for (const [key, value] of dictA) {
        open.push([
          [contextA, value],
          [contextB, dictB.get(key)],
        ]);
      }
    } else if (!sameScalar(a, b)) return false;
  }
  return true;
}

/**
 * `Length` is ignored: it may be a reference in one file and a number in the other, and the contents are compared
 * anyway.
 */
function entriesOf(object: PDFObject | undefined): Map<PDFName, PDFObject> | undefined {
  if (object instanceof PDFDict) return object.asMap();
  if (!(object instanceof PDFRawStream)) return undefined;
  const entries = new Map(object.dict.asMap());
  entries.delete(keys.Length);
  return entries;
}

function sameContents(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
  if (!(a instanceof PDFRawStream)) return !(b instanceof PDFRawStream);
  return b instanceof PDFRawStream && Buffer.compare(a.contents, b.contents) === 0;
}

function sameScalar(a: PDFObject | undefined, b: PDFObject | undefined): boolean {
  if (isString(a)) return isString(b) && bytesOf(a) === bytesOf(b);
  if (a instanceof PDFNumber) return b instanceof PDFNumber && a.asNumber() === b.asNumber();
  // Names, booleans and null are unique objects.
  return a === b;
}
