import { keys, values } from '../../keys.ts';
import { PDFDict, type PDFName, type PDFObject, PDFRef } from '../../objects.ts';
import { arrayOf, withEntries } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { dictAt, resolved } from '../lookup.ts';

/** ICC profiles for device colours, by their number of components, as objects of the source. */
export type ColourDefaults = ReadonlyMap<number, PDFObject>;

const names = new Map([
  [1, keys.DefaultGray],
  [3, keys.DefaultRGB],
  [4, keys.DefaultCMYK],
]);

/**
 * Adds default colour spaces (PDF 32000-1, 8.6.5.6) to the resources of an excerpt's pages that lack them.
 *
 * @param replaced the resource dictionaries that are written differently; changed ones are added
 */
export function addDefaultColours(
  excerpt: Excerpt,
  defaults: ColourDefaults,
  replaced: Map<PDFDict, PDFDict>,
): void {
  if (defaults.size === 0) return;
  const { context } = excerpt.source;
  const spaces = [...defaults].flatMap(([components, profile]): [PDFName, PDFObject][] => {
    const name = names.get(components);
    return name ? [[name, arrayOf(context, [values.ICCBased, profile])]] : [];
  });
  const seen = new Set<PDFDict>();
  for (const { leaf } of excerpt.pages) {
    const entry = leaf.attributes.Resources;
    const resources = resolved(context, entry);
    if (!(resources instanceof PDFDict) || seen.has(resources)) continue;
    seen.add(resources);
    const current = replaced.get(resources) ?? resources;
    const own = dictAt(current, keys.ColorSpace) ?? PDFDict.withContext(context);
    const added = spaces.filter(([name]) => !own.get(name));
    if (added.length === 0) continue;
    const now = withEntries(current, [[keys.ColorSpace, withEntries(own, added)]]);
    replaced.set(resources, now);
    if (entry instanceof PDFRef) excerpt.copier.override(entry, now);
  }
}
