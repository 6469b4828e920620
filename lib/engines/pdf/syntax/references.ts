import { PDFRef } from '../objects.ts';

/** Few documents have more objects. */
const maxKnown = 131_072;

/** pdf-lib formats a reference at each lookup. */
const known = new Array<PDFRef | undefined>(maxKnown);

/**
 * The reference to the object of that number, with generation 0. There is one instance per number, for all documents.
 */
export function refOf(number: number): PDFRef {
  const ref = known[number] ?? PDFRef.of(number);
  if (number < maxKnown) known[number] = ref;
  return ref;
}
