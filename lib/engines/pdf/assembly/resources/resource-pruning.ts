import { keys } from '../../keys.ts';
import { PDFDict, type PDFName, type PDFObject, PDFRawStream } from '../../objects.ts';
import type { PageLeaf } from '../../reader/page-leaf.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { nameText } from '../../syntax/names.ts';
import { annotationsOf } from '../pages/annotations.ts';
import { withEntries } from '../object-builders.ts';
import type { Excerpt, ExcerptPage } from '../excerpt.ts';
import { dictAt, listOf, resolved } from '../lookup.ts';
import { perSource } from '../per-source.ts';
import type { ResourceScope } from './resource-scope.ts';
import { ResourceUse } from './resource-use.ts';

/** Categories of resources through which a page can hold what another page shows. */
const drawn = ['XObject', 'Pattern', 'Shading', 'Properties'] as const;

/** From this number of pages on, it pays to look at all pages of a source. */
const fewPages = 16;

/** The number of pages that use each resource dictionary, by its key. */
const sharing = perSource(({ pages }) => {
  const counts = new Map<number, number>();
  for (const { resourcesKey } of pages) counts.set(resourcesKey, (counts.get(resourcesKey) ?? 0) + 1);
  return counts;
});

/**
 * Reduces the resources of an excerpt's pages, and of everything they draw, to those that content uses. This matters
 * where pages share a resource dictionary, which brings in the images and fonts of all of them. Call it before anything
 * is copied.
 *
 * @returns the reduced dictionaries with their replacements, as objects of the source
 */
export function pruneResources(excerpt: Excerpt): Map<PDFDict, PDFDict> {
  const use = new ResourceUse(excerpt.source);
  const follow = ({ leaf }: ExcerptPage) => followPage(use, leaf);
  const [suspects, others] = [[] as ExcerptPage[], [] as ExcerptPage[]];
  for (const page of excerpt.pages) (canBringMore(excerpt, page) ? suspects : others).push(page);
  suspects.forEach(follow);
  // A reduced dictionary applies to everything that uses it, so all its users must be followed first.
  const isShared = use.scopes.some(({ dict, ref, form, names }) => (ref ?? form) && usedOf(dict, names));
  if (isShared) others.forEach(follow);
  const reduced = new Map<PDFDict, PDFDict>();
  for (const { dict, ref, form, names } of use.scopes) {
    const less = usedOf(dict, names);
    if (!less) continue;
    if (ref) excerpt.copier.override(ref, less);
    else if (form) excerpt.editStream(form.ref, form.stream).set(keys.Resources, less);
    reduced.set(dict, less);
  }
  return reduced;
}

const followPage = (use: ResourceUse, leaf: PageLeaf): void =>
  use.follow(contentsOf(leaf), appearancesOf(leaf), leaf.attributes.Resources);

/** The resource dictionaries of an excerpt's pages and of everything that they draw; none if they cannot be found. */
export function resourcesInUse({ source, pages }: Excerpt): readonly ResourceScope[] {
  const use = new ResourceUse(source);
  for (const { leaf } of pages) followPage(use, leaf);
  return use.scopes;
}

/** The replaced resources of pages that hold them directly or inherit them from a node. */
export function replacedResources(
  { pages }: Excerpt,
  replaced: ReadonlyMap<PDFObject, PDFDict>,
): Map<ExcerptPage, PDFObject> {
  const ofPages = new Map<ExcerptPage, PDFObject>();
  for (const page of replaced.size > 0 ? pages : []) {
    const { Resources } = page.leaf.attributes;
    const now = Resources && replaced.get(Resources);
    if (now) ofPages.set(page, now);
  }
  return ofPages;
}

const canBringMore = ({ source, pages }: Excerpt, { leaf }: ExcerptPage): boolean =>
  (pages.length < fewPages && leaf.resourcesKey !== 0) || mayHoldMore(source, leaf);

/** Whether a page's resources may hold something that only another page uses. */
export function mayHoldMore(source: PdfSource, leaf: PageLeaf): boolean {
  const key = leaf.resourcesKey;
  if (key === 0) return false;
  if ((sharing(source).get(key) ?? 0) > 1) return true;
  const entries = leaf.resourceEntries;
  if (!entries || entries.hasReferences) return true;
  return drawn.some((category) => entries.has(category) && entries.dictionary(category)?.size !== 0);
}

/** A copy of `resources` with the entries of `names` only; undefined if nothing changes. */
function usedOf(resources: PDFDict, names: ReadonlySet<string>): PDFDict | undefined {
  const changes: [PDFName, PDFDict][] = [];
  for (const [category, entry] of resources.entries()) {
    const all = resolved(resources.context, entry);
    if (!(all instanceof PDFDict)) continue;
    const used = new Map<PDFName, PDFObject>();
    for (const [name, resource] of all.asMap()) if (isUsed(nameText(name), names)) used.set(name, resource);
    if (used.size === all.keys().length) continue;
    changes.push([category, PDFDict.fromMapWithContext(used, resources.context)]);
  }
  return changes.length === 0 ? undefined : withEntries(resources, changes);
}

/** Default colour spaces (PDF 32000-1, 8.6.5.6) apply without being named. */
const isUsed = (name: string, names: ReadonlySet<string>): boolean =>
  names.has(name) || /^Default(Gray|RGB|CMYK)$/.test(name);

/** The content streams of a page. */
export function contentsOf({ dict }: PageLeaf): PDFRawStream[] {
  return listOf(dict.context, dict.get(keys.Contents)).flatMap((entry) => {
    const stream = resolved(dict.context, entry);
    return stream instanceof PDFRawStream ? [stream] : [];
  });
}

/** The icons of a button (PDF 32000-1, table 189). */
const iconKeys = [keys.I, keys.RI, keys.IX];

/**
 * The form XObjects that show a page's annotations: appearances (PDF 32000-1, 12.5.5), one per state or one for all,
 * and icons of buttons.
 */
function appearancesOf(leaf: PageLeaf): PDFObject[] {
  return annotationsOf(leaf).flatMap((annotation) => {
    if (!annotation.mayHave('AP') && !annotation.mayHave('MK')) return [];
    const { dict } = annotation;
    const appearances = (dictAt(dict, keys.AP)?.values() ?? []).flatMap((appearance) => {
      const states = resolved(dict.context, appearance);
      return states instanceof PDFDict ? states.values() : [appearance];
    });
    const look = dictAt(dict, keys.MK);
    const icons = look ? iconKeys.flatMap((key) => look.get(key) ?? []) : [];
    return [...appearances, ...icons];
  });
}
