import { hash } from 'node:crypto';
import type { PDFObject } from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';
import { canonicalText } from './canonical-text.ts';
import { dataOf } from './object-data.ts';
import type { ObjectHeads } from './object-heads.ts';
import type { ReachedObjects } from './reached-objects.ts';
import { replaceReferences } from './replace-references.ts';
import { isValueObject } from './value-objects.ts';

/**
 * In each round objects become equal whose parts became equal before. A font is equal after three: its program, its
 * descriptor, its descendant.
 */
const maxRounds = 8;

/**
 * Makes one object of all that are equal, where identity has no meaning. Only references change; what they no longer
 * lead to is for `removeUnused`.
 *
 * @returns whether any objects were equal
 */
export function shareEqualObjects(
  document: BuiltDocument,
  heads: ObjectHeads,
  reached: ReachedObjects,
): boolean {
  const { output, context } = document;
  const values = valuesOf(document, reached);
  /** By number: the number of the equal object that stays, if it is another. */
  const replacements = new Uint32Array(context.largestObjectNumber + 1);
  const replacementOf = (number: number): number => {
    let last = number;
    for (let next = replacements[last]; next; next = replacements[last]) last = next;
    return last;
  };
  let isAnyEqual = false;
  for (let round = 0; round < maxRounds; round += 1) {
    const known = new Map<string, number>();
    let hasChanged = false;
    for (const value of values) {
      if (replacements[value.number] !== 0) continue;
      const key = keyOf(document, value, replacementOf);
      const first = known.get(key);
      if (first === undefined) known.set(key, value.number);
      else {
        replacements[value.number] = first;
        hasChanged = true;
      }
    }
    if (!hasChanged) break;
    isAnyEqual = true;
  }
  if (isAnyEqual) replaceReferences(output, heads, replacementOf);
  return isAnyEqual;
}

/** An object that can be shared. */
interface Value {
  number: number;
  /** Of the data of a stream whose length another stream has too, or the length itself. */
  data: string;
}

function valuesOf({ output, context, budget }: BuiltDocument, reached: ReachedObjects): Value[] {
  const numbers: number[] = [];
  const lengths = new Map<number, number>();
  for (let number = 1; number <= context.largestObjectNumber; number += 1) {
    if (!reached.has(number) || reached.isStructured(number)) continue;
    if (!isValueObject(output.objects.peek(number), reached.isValue(number))) continue;
    numbers.push(number);
    const { length } = dataOf(output, number) ?? {};
    if (length !== undefined) lengths.set(length, (lengths.get(length) ?? 0) + 1);
  }
  return numbers.map((number) => {
    const data = dataOf(output, number);
    if (!data) return { number, data: '' };
    if (lengths.get(data.length) === 1) return { number, data: `${data.length} bytes` };
    budget.read(data.length);
    return { number, data: hash('sha256', data) };
  });
}

function keyOf(
  { output, budget }: BuiltDocument,
  { number, data }: Value,
  replacementOf: (number: number) => number,
): string {
  const object = output.objects.peek(number) as PDFObject;
  const text = canonicalText(object, replacementOf);
  budget.read(text.length);
  return hash('sha256', `${data} ${text}`);
}
