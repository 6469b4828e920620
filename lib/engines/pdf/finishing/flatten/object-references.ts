import { listOf, nameAt, refAt } from '../../assembly/lookup.ts';
import { keys } from '../../keys.ts';
import { PDFDict, type PDFObject, type PDFRef } from '../../objects.ts';
import { refOf } from '../../syntax/references.ts';
import type { BuiltDocument } from '../built-document.ts';

/** The object that a kid of a structure element refers to (PDF 32000-1, table 325); undefined for other kids. */
export const referredObject = (kid: PDFObject | undefined): PDFRef | undefined =>
  kid instanceof PDFDict && nameAt(kid, keys.Type) === 'OBJR' ? refAt(kid, keys.Obj) : undefined;

/**
 * The structure elements that refer to objects, by these objects. Annotations should name their elements, through the
 * parent tree, but some producers leave that out. Parses only elements that refer to objects.
 */
export function elementsByObject({ context, output, budget }: BuiltDocument): ReadonlyMap<PDFRef, PDFRef> {
  const { raw } = output.objects;
  const elements = new Map<PDFRef, PDFRef>();
  for (let number = 1; number <= context.largestObjectNumber; number += 1) {
    const head = raw.get(number)?.head;
    budget.read(head?.length ?? 0);
    if (head && !head.includes('OBJR')) continue;
    const ref = refOf(number);
    const dict = context.lookup(ref);
    if (!(dict instanceof PDFDict) || !dict.has(keys.S)) continue;
    for (const kid of listOf(context, dict.get(keys.K))) {
      const object = referredObject(kid);
      if (object && !elements.has(object)) elements.set(object, ref);
    }
  }
  return elements;
}
