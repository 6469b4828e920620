import type { Key } from '../keys.ts';
import type { PDFObject } from '../objects.ts';
import type { Excerpt } from './excerpt.ts';
import { at } from './lookup.ts';
import { isSameObject } from './same-object.ts';

/**
 * An entry of the catalog that speaks for all pages, such as the colours they are meant for: copied where all sources
 * agree on it, undefined where they do not.
 */
export function commonEntry(excerpts: readonly Excerpt[], key: Key): PDFObject | undefined {
  const [first] = excerpts;
  const entry = first && at(first.source.catalog, key);
  if (!entry) return undefined;
  return isCommon(excerpts, key) ? first.copier.copy(entry) : undefined;
}

/** Whether all sources agree on an entry of the catalog. */
export function isCommon([first, ...others]: readonly Excerpt[], key: Key): boolean {
  const located = ({ source }: Excerpt) => [source.context, at(source.catalog, key)] as const;
  return others.every(
    (other) => !first || other.source === first.source || isSameObject(located(first), located(other)),
  );
}
