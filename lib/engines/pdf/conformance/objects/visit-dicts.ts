import type { BuiltDocument } from '../../finishing/built-document.ts';
import { PDFArray, PDFDict, type PDFObject, PDFRawStream } from '../../objects.ts';
import { refOf } from '../../syntax/references.ts';

/** What an object takes, in bytes that count as read. */
const objectBytes = 64;

/**
 * Calls `visit` for every dictionary of a document, also within other objects. Objects that were only copied are parsed one
 * after another, and stored if `visit` returns that it changed them. For a stream, `visit` may return another one.
 */
export function visitDicts(
  { output, context, budget }: BuiltDocument,
  visit: (dict: PDFDict, stream: PDFRawStream | undefined) => PDFRawStream | boolean,
): void {
  const { objects } = output;
  const largest = context.largestObjectNumber;
  for (let number = 1; number <= largest; number += 1) {
    const object = objects.peek(number);
    if (!object) continue;
    budget.read(objectBytes);
    let result = object;
    let hasChanged = false;
    const open: PDFObject[] = [object];
    for (let next = open.pop(); next; next = open.pop()) {
      if (next instanceof PDFArray) {
        for (const item of next.asArray()) if (isContainer(item)) open.push(item);
        continue;
      }
      const dict = next instanceof PDFRawStream ? next.dict : next;
      if (!(dict instanceof PDFDict)) continue;
      const now = visit(dict, next instanceof PDFRawStream ? next : undefined);
      if (now !== false) hasChanged = true;
      if (now instanceof PDFRawStream) result = now;
      for (const item of dict.values()) if (isContainer(item)) open.push(item);
    }
    if (hasChanged) context.assign(refOf(number), result);
  }
}

const isContainer = (object: PDFObject): boolean => object instanceof PDFArray || object instanceof PDFDict;
