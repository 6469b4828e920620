import { PDFRef } from '../objects.ts';

/** Few documents have more objects. */
const maxKnown = 131_072;

/** pdf-lib makes the text of a reference each time it is asked for one. */
const known = new Array<PDFRef | undefined>(maxKnown);

/** The reference to the object of that number, in whichever document, of generation 0: one object for each number. */
export function refOf(number: number): PDFRef {
  const ref = known[number] ?? PDFRef.of(number);
  if (number < maxKnown) known[number] = ref;
  return ref;
}
