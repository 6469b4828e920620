import { PDFRef } from 'pdf-lib';

/** pdf-lib makes the text of a reference each time it is asked for one. */
const known = new Map<number, PDFRef>();

/** Few documents have more objects. */
const maxKnown = 262_144;

/** The reference to the object of that number, in whichever document, of generation 0: one object for each number. */
export function refOf(number: number): PDFRef {
  let ref = known.get(number);
  if (!ref) {
    ref = PDFRef.of(number);
    if (known.size < maxKnown) known.set(number, ref);
  }
  return ref;
}
