import type { PDFName, PDFObject } from '../objects.ts';
import type { Excerpt } from './excerpt.ts';
import { isSameObject } from './same-object.ts';

/**
 * A catalog entry that applies to all pages, for example their colours: copied if all sources agree on it, else
 * undefined.
 */
export function commonEntry(excerpts: readonly Excerpt[], key: PDFName): PDFObject | undefined {
  const [first] = excerpts;
  const entry = first && first.source.catalog.get(key);
  if (!entry) return undefined;
  return isCommon(excerpts, key) ? first.copier.copy(entry) : undefined;
}

/** Whether all sources have the same value for a catalog entry. */
export function isCommon([first, ...others]: readonly Excerpt[], key: PDFName): boolean {
  const located = ({ source }: Excerpt) => [source.context, source.catalog.get(key)] as const;
  return others.every(
    (other) => !first || other.source === first.source || isSameObject(located(first), located(other)),
  );
}
