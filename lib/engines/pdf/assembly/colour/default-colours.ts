import { PDFDict, PDFName, type PDFObject, PDFRef } from '../../objects.ts';
import { arrayOf, withEntries } from '../build.ts';
import type { Excerpt } from '../pages/excerpt.ts';
import { dictAt, resolved } from '../lookup.ts';
import { keyName } from '../names/names.ts';

/** ICC profiles, as objects of the source, that device colours with so many components are in. */
export type ColourDefaults = ReadonlyMap<number, PDFObject>;

const names = new Map([
  [1, 'DefaultGray'],
  [3, 'DefaultRGB'],
  [4, 'DefaultCMYK'],
]);

/**
 * Gives the resources of an excerpt's pages default colour spaces (PDF 32000-1, 8.6.5.6), unless they have their own.
 *
 * @param replaced what is written in place of dictionaries of resources; gains those that change
 */
export function addDefaultColours(
  excerpt: Excerpt,
  defaults: ColourDefaults,
  replaced: Map<PDFDict, PDFDict>,
): void {
  if (defaults.size === 0) return;
  const { context } = excerpt.source;
  const spaces = [...defaults].map(([components, profile]): [PDFName, PDFObject] => [
    keyName(names.get(components) ?? ''),
    arrayOf(context, [PDFName.of('ICCBased'), profile]),
  ]);
  const seen = new Set<PDFDict>();
  for (const { leaf } of excerpt.pages) {
    const entry = leaf.attributes.Resources;
    const resources = resolved(context, entry);
    if (!(resources instanceof PDFDict) || seen.has(resources)) continue;
    seen.add(resources);
    const current = replaced.get(resources) ?? resources;
    const own = dictAt(current, 'ColorSpace') ?? PDFDict.withContext(context);
    const added = spaces.filter(([name]) => !own.get(name));
    if (added.length === 0) continue;
    const now = withEntries(current, [[keyName('ColorSpace'), withEntries(own, added)]]);
    replaced.set(resources, now);
    if (entry instanceof PDFRef) excerpt.copier.override(entry, now);
  }
}
