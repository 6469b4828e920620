import { keys, values } from '../../keys.ts';
import type { PDFContext, PDFDict, PDFObject } from '../../objects.ts';
import type { Excerpt } from '../excerpt.ts';
import { asDict, dictAt, nameAt, resolved, textAt } from '../lookup.ts';
import { arrayOf, dictOf } from '../object-builders.ts';
import { kidEntries } from './structure-element.ts';
import type { SourceStructure } from './structure-tree.ts';

/** The namespace of the standard structure types of PDF 2.0 (ISO 32000-2, 14.8.6.1). */
const pdf2 = 'http://iso.org/pdf2/ssn';

/** An element directly below the root of a source's structure. */
interface RootElement {
  excerpt: Excerpt;
  dict: PDFDict | undefined;
}

export const rootsOf = (excerpt: Excerpt, { root }: SourceStructure): RootElement[] =>
  kidEntries(excerpt.source, root).map((kid) => ({
    excerpt,
    dict: asDict(resolved(excerpt.source.context, kid)),
  }));

/**
 * An element for the documents of several sources. PDF 2.0 allows one element below the root, a `Document` (ISO 32000-2,
 * 14.7.4.2), and documents in it.
 *
 * @param kids what it encloses
 * @returns undefined if the root can have the kids itself: there is only one, or they are not of PDF 2.0
 */
export function enclosingDocument(
  roots: readonly RootElement[],
  kids: readonly PDFObject[],
  context: PDFContext,
): PDFDict | undefined {
  const [first] = roots;
  const namespace = first?.dict?.get(keys.NS);
  if (!first || !namespace || kids.length < 2 || !roots.every(isDocument)) return undefined;
  return dictOf(context, {
    Type: values.StructElem,
    S: values.Document,
    NS: first.excerpt.copier.copy(namespace),
    K: arrayOf(context, kids),
  });
}

function isDocument({ dict }: RootElement): boolean {
  const namespace = dict && dictAt(dict, keys.NS);
  if (!dict || !namespace) return false;
  return nameAt(dict, keys.S) === 'Document' && textAt(namespace, keys.NS) === pdf2;
}
