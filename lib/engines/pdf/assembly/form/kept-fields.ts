import { keys } from '../../keys.ts';
import { PDFRef } from '../../objects.ts';
import { arrayOf } from '../object-builders.ts';
import { annotationsOf } from '../pages/annotations.ts';
import type { Excerpt } from '../excerpt.ts';
import type { FieldNode, SourceForm } from './form-fields.ts';
import { arrayAt, asDict, refAt } from '../lookup.ts';

/**
 * Selects the fields of a form to keep in an excerpt: all of a whole document, otherwise those with a widget on its
 * pages. The others are also removed from the kids of kept fields, because a field with widgets on several pages must
 * not bring in widgets of other pages.
 */
export function keepFields(excerpt: Excerpt, form: SourceForm): (node: FieldNode) => boolean {
  if (excerpt.whole) return () => true;
  const kept = new Set<FieldNode>();
  for (const { leaf } of excerpt.pages) {
    for (const { ref } of annotationsOf(leaf)) {
      for (let node = ref && form.nodes.get(ref); node && !kept.has(node); node = node.parent) kept.add(node);
    }
  }
  for (const node of form.nodes.values()) {
    if (!kept.has(node)) excerpt.leaveOut(node.ref);
    else if (node.kids.some((kid) => !kept.has(kid))) {
      const kids = node.kids.filter((kid) => kept.has(kid)).map(({ ref }) => ref);
      excerpt.edit(node.ref, node.dict).set(keys.Kids, arrayOf(excerpt.source.context, kids));
    }
  }
  return (node) => kept.has(node);
}

/** The same for widgets whose fields are not listed in the form, as some producers leave them. */
export function pruneStrayFields(excerpt: Excerpt, form: SourceForm | undefined): void {
  if (excerpt.whole) return;
  const kids = new Map<PDFRef, Set<PDFRef>>();
  for (const { leaf } of excerpt.pages) {
    for (const annotation of annotationsOf(leaf)) {
      const { ref } = annotation;
      if (!ref || !annotation.mayHave('Parent') || form?.nodes.has(ref)) continue;
      let [kid, parent] = [ref, refAt(annotation.dict, keys.Parent)];
      while (parent && !form?.nodes.has(parent)) {
        const siblings = kids.get(parent) ?? new Set();
        if (siblings.has(kid)) break;
        kids.set(parent, siblings.add(kid));
        const above = asDict(excerpt.source.context.lookup(parent));
        [kid, parent] = [parent, above && refAt(above, keys.Parent)];
      }
    }
  }
  for (const [parent, kept] of kids) {
    const dict = asDict(excerpt.source.context.lookup(parent));
    const all = (dict && arrayAt(dict, keys.Kids)?.asArray()) ?? [];
    if (!dict || all.every((kid) => kid instanceof PDFRef && kept.has(kid))) continue;
    const remaining = all.filter((kid) => kid instanceof PDFRef && kept.has(kid));
    excerpt.edit(parent, dict).set(keys.Kids, arrayOf(excerpt.source.context, remaining));
  }
}
