import { keys } from '../../keys.ts';
import { type PDFDict, PDFRawStream, PDFRef } from '../../objects.ts';
import type { PageLeaf } from '../../reader/page-leaf.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { asDict, dictAt, numberAt, resolved } from '../lookup.ts';
import { perSource } from '../per-source.ts';
import type { KeyEntry, NumberedXObject } from './structure-tree.ts';

const entries: readonly KeyEntry[] = ['StructParents', 'StructParent'];

/** Results by the key of the resources, because many documents have one dictionary for all pages. */
const known = perSource(() => new Map<number, readonly NumberedXObject[]>());

/**
 * The forms and images among a page's resources, including those nested in forms, that have a key in the parent tree
 * (PDF 32000-1, 14.7.4.4).
 */
export function numberedXObjects(source: PdfSource, leaf: PageLeaf): readonly NumberedXObject[] {
  const key = leaf.resourcesKey;
  let owners = known(source).get(key);
  if (!owners) known(source).set(key, (owners = findNumberedXObjects(leaf)));
  return owners;
}

function findNumberedXObjects(leaf: PageLeaf): NumberedXObject[] {
  const owners: NumberedXObject[] = [];
  const seen = new Set<PDFDict>();
  const open = [
    drawsNothing(leaf) ? undefined : asDict(resolved(leaf.file.context, leaf.attributes.Resources)),
  ];
  for (let next = open.pop(); next; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    for (const ref of dictAt(next, keys.XObject)?.values() ?? []) {
      const stream = resolved(next.context, ref);
      if (!(ref instanceof PDFRef) || !(stream instanceof PDFRawStream)) continue;
      for (const entry of entries) {
        const key = numberAt(stream.dict, keys[entry]);
        if (key !== undefined) owners.push({ ref, stream, entry, key });
      }
      const inner = dictAt(stream.dict, keys.Resources);
      if (inner) open.push(inner);
    }
  }
  return owners;
}

/** Whether a page is known to have neither forms nor images, without parsing. */
function drawsNothing({ resourceEntries }: PageLeaf): boolean {
  if (!resourceEntries) return false;
  return !resourceEntries.has('XObject') || resourceEntries.dictionary('XObject')?.size === 0;
}
