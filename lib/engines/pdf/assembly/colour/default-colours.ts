import { keys, values } from '../../keys.ts';
import { PDFDict, type PDFName, type PDFObject, PDFRef } from '../../objects.ts';
import { arrayOf, withEntries } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { dictAt, resolved } from '../lookup.ts';
import { resourcesInUse } from '../resources/resource-pruning.ts';
import type { ResourceScope } from '../resources/resource-scope.ts';

/** ICC profiles for device colours, by their number of components, as objects of the source. */
export type ColourProfiles = ReadonlyMap<number, PDFObject>;

/** A resource dictionary, and the form that contains it. */
type Resources = Pick<ResourceScope, 'dict' | 'ref'> & Partial<Pick<ResourceScope, 'form'>>;

const names = new Map([
  [1, keys.DefaultGray],
  [3, keys.DefaultRGB],
  [4, keys.DefaultCMYK],
]);

/** Default colour spaces for the pages of an excerpt. */
export interface ColourDefaults {
  profiles: ColourProfiles;
  /**
   * Whether everything that the pages draw gets them too. Readers take those of the page, but PDF/A counts only those of the
   * resources in which a colour is used (ISO 19005-2, 6.2.4.3).
   */
  inDepth: boolean;
}

/**
 * Adds default colour spaces (PDF 32000-1, 8.6.5.6) to the resources of an excerpt's pages that lack them.
 *
 * @param replaced the resource dictionaries that are written differently; changed ones are added
 */
export function addDefaultColours(
  excerpt: Excerpt,
  { profiles, inDepth }: ColourDefaults,
  replaced: Map<PDFDict, PDFDict>,
): void {
  if (profiles.size === 0) return;
  const { context } = excerpt.source;
  const spaces = [...profiles].flatMap(([components, profile]): [PDFName, PDFObject][] => {
    const name = names.get(components);
    return name ? [[name, arrayOf(context, [values.ICCBased, profile])]] : [];
  });
  const seen = new Set<PDFDict>();
  for (const { dict, ref, form } of [
    ...pageResources(excerpt),
    ...(inDepth ? resourcesInUse(excerpt) : []),
  ]) {
    if (seen.has(dict)) continue;
    seen.add(dict);
    const current = replaced.get(dict) ?? dict;
    const own = dictAt(current, keys.ColorSpace) ?? PDFDict.withContext(context);
    const added = spaces.filter(([name]) => !own.get(name));
    if (added.length === 0) continue;
    const now = withEntries(current, [[keys.ColorSpace, withEntries(own, added)]]);
    replaced.set(dict, now);
    if (ref) excerpt.copier.override(ref, now);
    else if (form) excerpt.editStream(form.ref, form.stream).set(keys.Resources, now);
  }
}

const pageResources = ({ source, pages }: Excerpt): Resources[] =>
  pages.flatMap(({ leaf }) => {
    const entry = leaf.attributes.Resources;
    const dict = resolved(source.context, entry);
    return dict instanceof PDFDict ? [{ dict, ref: entry instanceof PDFRef ? entry : undefined }] : [];
  });
