import { AppError } from '../../../base/app-error.ts';
import { textAt } from '../../../engines/pdf/assembly/lookup.ts';
import { outlineOf } from '../../../engines/pdf/assembly/outline/outline-items.ts';
import { keys } from '../../../engines/pdf/keys.ts';
import type { PdfSource } from '../../../engines/pdf/reader/pdf-source.ts';
import { type PartPlan, requirePartLimit } from './part-plan.ts';

/**
 * One part for each page that a bookmark of the top level leads to: from that page to the one before the next such page,
 * in the order of the pages. The first of several bookmarks on a page names its part. Pages before the first bookmark are a
 * part without a title. Bookmarks that lead nowhere, or out of the document, are ignored.
 *
 * @throws AppError `invalid-field` when no bookmark leads to a page, or when there are too many parts
 */
export function planBookmarks(source: PdfSource): PartPlan[] {
  const titles = titlesByPage(source);
  if (titles.size === 0) {
    const message = 'must not be bookmarks: no bookmark at the top level leads to a page of the document';
    throw AppError.inField('invalid-field', 'mode', message);
  }
  const starts = [...titles.keys()].sort((one, other) => one - other);
  if (!titles.has(0)) starts.unshift(0);
  requirePartLimit(starts.length, 'mode', 'must not be bookmarks');
  return starts.map((start, index) => ({
    span: { first: start + 1, last: starts[index + 1] ?? source.pages.length },
    title: titles.get(start),
  }));
}

/** The title of the first bookmark at the top level on each page, by the index of the page. */
function titlesByPage(source: PdfSource): Map<number, string> {
  const titles = new Map<number, string>();
  for (const { dict, parent, destination } of outlineOf(source)) {
    if (parent >= 0 || !destination || titles.has(destination.page)) continue;
    titles.set(destination.page, textAt(dict, keys.Title) ?? '');
  }
  return titles;
}
