import { keys } from '../../keys.ts';
import type { PDFDict, PDFName, PDFObject } from '../../objects.ts';
import { withEntries } from '../object-builders.ts';
import { annotationsOf, type PageAnnotation } from '../pages/annotations.ts';
import { destinationsOf } from '../destinations/destinations.ts';
import type { Excerpt, ExcerptPage } from '../excerpt.ts';
import { arrayAt, asDict, dictAt, nameAt, numberAt, refAt, resolved } from '../lookup.ts';
import type { Retargeting } from './retargeting.ts';

/**
 * Redirects the annotations of a page to their places in the result. Annotations that lead to removed pages become
 * inert; a link that also draws nothing is removed.
 *
 * @returns the page's annotations as objects of the source, undefined if the array does not change, and the number of
 *   annotations that led to removed pages
 */
export function retargetAnnotations(
  excerpt: Excerpt,
  { leaf }: ExcerptPage,
  retargeting: Retargeting,
): { annotations?: PDFObject[]; removed: number } {
  const annotations = annotationsOf(leaf);
  if (!annotations.some((annotation) => mayChange(annotation, retargeting))) return { removed: 0 };
  let removed = 0;
  const onRemoved = () => (removed += 1);
  const entries = annotations.map((annotation) => retarget(excerpt, annotation, retargeting, onRemoved));
  if (entries.every((entry, index) => entry === annotations[index]?.entry)) return { removed };
  return { annotations: entries.filter((entry) => entry !== undefined), removed };
}

/** Whether an annotation may have to change. */
const mayChange = (annotation: PageAnnotation, { changesUris }: Retargeting): boolean =>
  annotation.leads || (changesUris && annotation.mayHave('A'));

/** The entry of the page's array in place of `annotation`; undefined if it is removed. */
function retarget(
  excerpt: Excerpt,
  annotation: PageAnnotation,
  retargeting: Retargeting,
  onRemoved: () => void,
): PDFObject | undefined {
  const { entry, ref } = annotation;
  if (!mayChange(annotation, retargeting)) return entry;
  const { dict } = annotation;
  const changes = changesOf(excerpt, dict, retargeting);
  if (changes.length === 0) return entry;
  if (changes.some(([key, value]) => !value && led(excerpt, key, dict.get(key)))) onRemoved();
  if (!excerpt.whole && changes.every(([, value]) => !value) && isInvisibleLink(dict)) {
    if (ref) excerpt.leaveOut(ref);
    return undefined;
  }
  if (!ref) return withEntries(dict, changes);
  const edited = excerpt.edit(ref, dict);
  for (const [key, value] of changes) {
    if (value) edited.set(key, value);
    else edited.delete(key);
  }
  return entry;
}

type Change = readonly [PDFName, PDFObject | undefined];

function changesOf(excerpt: Excerpt, dict: PDFDict, retargeting: Retargeting): Change[] {
  const changes: Change[] = [];
  const change = (key: PDFName, rewritten: (value: PDFObject) => PDFObject | undefined) => {
    const value = dict.get(key);
    const now = value && rewritten(value);
    if (now !== value) changes.push([key, now]);
  };
  change(keys.Dest, (value) => retargeting.destination(value));
  change(keys.A, (value) => retargeting.action(value));
  change(keys.PA, (value) => retargeting.action(value));
  change(keys.AA, (value) => retargeting.triggers(value));
  if (!excerpt.whole) {
    for (const key of relations) change(key, (value) => (isElsewhere(excerpt, value) ? undefined : value));
  }
  return changes;
}

/** Whether an entry led to a page of the source. */
function led({ source }: Excerpt, key: PDFName, value: PDFObject | undefined): boolean {
  const action = key === keys.A ? asDict(resolved(source.context, value)) : undefined;
  const target = key === keys.Dest ? value : action && (action.get(keys.D) ?? action.get(keys.SD));
  return destinationsOf(source).resolve(target) !== undefined;
}

/** Entries that relate annotations to each other, normally on the same page. */
const relations = [keys.IRT, keys.Popup];

/** Whether `value` is an annotation of a removed page. */
function isElsewhere(excerpt: Excerpt, value: PDFObject): boolean {
  const dict = asDict(resolved(excerpt.source.context, value));
  const page = dict && refAt(dict, keys.P);
  return page !== undefined && !excerpt.pageOf(page);
}

/**
 * Whether a link has neither a border (PDF 32000-1, 12.5.2 and 12.5.4) nor an appearance: without a destination nothing
 * is left of it.
 */
function isInvisibleLink(dict: PDFDict): boolean {
  if (nameAt(dict, keys.Subtype) !== 'Link' || dictAt(dict, keys.AP)) return false;
  const style = dictAt(dict, keys.BS);
  if (style) return numberAt(style, keys.W) === 0;
  const width = arrayAt(dict, keys.Border)?.asArray()[2];
  return width !== undefined && width.toString() === '0';
}
