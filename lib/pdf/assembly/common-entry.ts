import type { PDFObject } from 'pdf-lib';
import type { Excerpt } from './excerpt.ts';
import { at } from './lookup.ts';
import { isSameObject } from './same-object.ts';

/**
 * An entry of the catalog that speaks for all pages, such as the colours they are meant for: copied where all sources
 * agree on it, undefined where they do not.
 */
export function commonEntry(excerpts: readonly Excerpt[], key: string): PDFObject | undefined {
  const [first, ...others] = excerpts;
  const entry = first && at(first.source.catalog, key);
  if (!entry) return undefined;
  const { context } = first.source;
  const agree = others.every(
    ({ source }) =>
      source === first.source || isSameObject([context, entry], [source.context, at(source.catalog, key)]),
  );
  return agree ? first.copier.copy(entry) : undefined;
}
