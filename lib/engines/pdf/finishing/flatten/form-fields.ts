import { asDict, dictAt, nameAt, refAt, refsAt } from '../../assembly/lookup.ts';
import { arrayOf } from '../../assembly/object-builders.ts';
import { keys } from '../../keys.ts';
import type { PDFRef } from '../../objects.ts';
import { PDFDict, type PDFName } from '../../objects.ts';
import type { BuiltDocument } from '../built-document.ts';

/**
 * Removes the fields of which no widget is left, and the form if it has no field then (PDF 32000-1, 12.7.2 and 12.7.3).
 *
 * @param widgets that stay on pages
 */
export function removeFields({ context, catalog, budget }: BuiltDocument, widgets: Iterable<PDFRef>): void {
  const form = dictAt(catalog, keys.AcroForm);
  if (!form) return;
  const kept = withParents(form, widgets);
  const seen = new Set<PDFRef>();
  const open = refsAt(form, keys.Fields);
  for (let ref = open.pop(); ref; ref = open.pop()) {
    const field = context.lookup(ref);
    if (seen.has(ref) || !(field instanceof PDFDict)) continue;
    seen.add(ref);
    const kids = refsAt(field, keys.Kids);
    budget.read(kids.length * kidBytes);
    for (const kid of kids) open.push(kid);
    if (kept.has(ref)) keepIn(field, keys.Kids, kept);
    else if (isField(field)) context.delete(ref);
  }
  keepIn(form, keys.Fields, kept);
  keepIn(form, keys.CO, kept);
  if (refsAt(form, keys.Fields).length > 0) return;
  const ref = refAt(catalog, keys.AcroForm);
  if (ref) context.delete(ref);
  catalog.delete(keys.AcroForm);
}

/** What an entry of a list takes, in bytes that count as read: fields of a hostile document can share a list. */
const kidBytes = 32;

/** The widgets with the fields above them. */
function withParents({ context }: PDFDict, widgets: Iterable<PDFRef>): Set<PDFRef> {
  const kept = new Set<PDFRef>();
  for (const widget of widgets) {
    for (let ref: PDFRef | undefined = widget; ref && !kept.has(ref);) {
      kept.add(ref);
      const dict = asDict(context.lookup(ref));
      ref = dict && refAt(dict, keys.Parent);
    }
  }
  return kept;
}

/** Reduces a list of fields to those that are kept. */
function keepIn(dict: PDFDict, key: PDFName, kept: ReadonlySet<PDFRef>): void {
  const refs = refsAt(dict, key);
  const left = refs.filter((ref) => kept.has(ref));
  if (left.length > 0) dict.set(key, arrayOf(dict.context, left));
  else dict.delete(key);
}

/** Whether an object in the tree is a field or a widget. Only a damaged tree has others, which belong elsewhere. */
const isField = (dict: PDFDict): boolean => (nameAt(dict, keys.Type) ?? 'Annot') === 'Annot';
