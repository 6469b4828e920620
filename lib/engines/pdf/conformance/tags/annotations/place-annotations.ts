import { asDict, listOf, nameAt, resolved } from '../../../assembly/lookup.ts';
import { arrayOf } from '../../../assembly/object-builders.ts';
import type { BuiltDocument } from '../../../finishing/built-document.ts';
import { keys } from '../../../keys.ts';
import { PDFDict, type PDFObject, PDFRef } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import type { ContentIndex } from '../content/content-index.ts';
import type { Placement } from '../structure/placement.ts';
import type { Roles } from '../structure/roles.ts';
import type { Tag } from '../structure/tag.ts';
import type { TagTree } from '../structure/tag-tree.ts';

/** An annotation with the element that it belongs to. */
export interface PlacedAnnotation {
  subtype: string;
  dict: PDFDict;
  tag: Tag;
}

/** The structure types of annotations (ISO 14289-1, 7.18). Marks for printing belong to none. */
const typeOf = (subtype: string): string | undefined => {
  if (subtype === 'Link') return 'Link';
  if (subtype === 'Widget') return 'Form';
  return subtype === 'PrinterMark' || subtype === 'TrapNet' ? undefined : 'Annot';
};

export interface PlacementTools {
  tree: TagTree;
  roles: Roles;
  index: ContentIndex;
  placement: Placement;
}

/**
 * Gives each annotation an element of the type that it needs: around the reference to it, or at the end of its page if
 * no element refers to it. Pages with annotations state that the tabulator key follows the structure.
 */
export function placeAnnotations(document: BuiltDocument, tools: PlacementTools): PlacedAnnotation[] {
  const { context } = document;
  const placed: PlacedAnnotation[] = [];
  const moved = new Map<Tag, Map<PDFRef, Tag>>();
  for (const page of document.pages) {
    const dict = context.lookup(page, PDFDict);
    const annotations = annotationsOf(document, dict);
    if (annotations.length === 0) continue;
    dict.set(keys.Tabs, nameOf('S'));
    for (const ref of annotations) {
      const annotation = asDict(context.lookup(ref));
      const subtype = annotation ? (nameAt(annotation, keys.Subtype) ?? '') : '';
      const type = typeOf(subtype);
      if (annotation && type !== undefined) {
        placed.push({ subtype, dict: annotation, tag: elementOf(ref, page, type, moved, tools) });
      }
    }
  }
  for (const [parent, elements] of moved) {
    parent.kids = parent.kids.map((kid) => (kid.kind === 'object' ? (elements.get(kid.object) ?? kid) : kid));
  }
  return placed;
}

/** The annotations of a page. Those that are no objects of their own become objects, so that elements can refer to them. */
function annotationsOf({ context }: BuiltDocument, page: PDFDict): PDFRef[] {
  const entries = listOf(context, page.get(keys.Annots));
  const isAnnotation = (entry: PDFObject) => resolved(context, entry) instanceof PDFDict;
  if (entries.every((entry) => entry instanceof PDFRef)) return entries.filter(isAnnotation);
  const refs = entries
    .filter(isAnnotation)
    .map((entry) => (entry instanceof PDFRef ? entry : context.register(entry)));
  page.set(keys.Annots, arrayOf(context, refs));
  return refs;
}

function elementOf(
  ref: PDFRef,
  page: PDFRef,
  type: string,
  moved: Map<Tag, Map<PDFRef, Tag>>,
  { tree, roles, index, placement }: PlacementTools,
): Tag {
  const found = index.objects.get(ref);
  // A form element has one widget (ISO 14289-1, 7.18.4).
  if (found && type === 'Form' && roles.of(found) === type && objectsOf(found) > 1) found.type = 'Div';
  if (found && roles.of(found) === type) return found;
  const kid = tree.objectKid(ref, page);
  if (found) {
    const element = tree.make(type, found);
    element.kids = [kid];
    const ofParent = moved.get(found) ?? new Map<PDFRef, Tag>();
    moved.set(found, ofParent.set(ref, element));
    return element;
  }
  const element = placement.add(index.lastOf(page), false, () => tree.make(type));
  element.kids = [kid];
  return element;
}

const objectsOf = ({ kids }: Tag): number => kids.filter(({ kind }) => kind === 'object').length;
