import { PDFArray, PDFDict, type PDFObject, PDFRef, PDFStream } from '../../objects.ts';
import type { OutputDocument } from '../../output/output-document.ts';
import { Rewriter } from '../../copier/rewriter.ts';
import { malformed } from '../../syntax/strict-tokens.ts';
import { refOf } from '../../syntax/references.ts';
import type { ObjectHeads } from './object-heads.ts';
import { visitReferences } from './reference-places.ts';

/** Makes the references to replaced objects refer to their replacements. Objects that stay as they are are not parsed. */
export function replaceReferences(
  output: OutputDocument,
  heads: ObjectHeads,
  replacementOf: (number: number) => number,
): void {
  const { objects, context } = output;
  const rewriter = new Rewriter(objects.raw, { numberOf: replacementOf, maxDepth: Infinity });
  for (let number = 1; number <= context.largestObjectNumber; number += 1) {
    if (!refersToReplaced(heads.of(number), replacementOf)) continue;
    const parsed = objects.parsed(number);
    if (parsed || !replaceInBytes(output, number, rewriter)) {
      replaceIn(parsed ?? context.lookup(refOf(number)), replacementOf);
    }
  }
}

function refersToReplaced(head: Buffer | undefined, replacementOf: (number: number) => number): boolean {
  let refers = false;
  if (head) visitReferences(head, (number) => (refers ||= replacementOf(number) !== number));
  return refers;
}

/** Rewrites an object as bytes. Returns false, and leaves it, if it is not well-formed. */
function replaceInBytes({ objects }: OutputDocument, number: number, rewriter: Rewriter): boolean {
  const { raw } = objects;
  const head = raw.get(number)?.head;
  if (!head) return true;
  raw.begin();
  rewriter.copied = 0;
  const end = rewriter.value(head, 0, head.length);
  if (end === malformed) {
    raw.discard();
    return false;
  }
  rewriter.copyTo(head, end);
  raw.replace(number);
  return true;
}

function replaceIn(object: PDFObject | undefined, replacementOf: (number: number) => number): void {
  const replaced = (value: PDFObject): PDFObject => {
    if (value instanceof PDFRef) return refOf(replacementOf(value.objectNumber));
    replaceIn(value, replacementOf);
    return value;
  };
  if (object instanceof PDFStream) replaceIn(object.dict, replacementOf);
  else if (object instanceof PDFDict) {
    for (const [key, value] of object.entries()) object.set(key, replaced(value));
  } else if (object instanceof PDFArray) {
    for (const [index, value] of object.asArray().entries()) object.set(index, replaced(value));
  }
}
