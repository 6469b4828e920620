import type { BuiltDocument } from '../built-document.ts';
import { refOf } from '../../syntax/references.ts';
import { dataOf } from './object-data.ts';
import { ObjectHeads } from './object-heads.ts';
import { ReachedObjects } from './reached-objects.ts';

/** Removes the objects that nothing leads to. Returns the length of their stream data. */
export function removeUnused(
  document: BuiltDocument,
  reached = new ReachedObjects(document, new ObjectHeads(document.output)),
): number {
  const { context, output } = document;
  let bytes = 0;
  for (let number = 1; number <= context.largestObjectNumber; number += 1) {
    if (reached.has(number)) continue;
    bytes += dataOf(output, number)?.length ?? 0;
    output.objects.delete(refOf(number));
  }
  return bytes;
}
