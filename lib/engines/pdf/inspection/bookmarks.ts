import type { InspectedBookmark as Bookmark } from '../../../api/responses/inspection.ts';
import { textAt } from '../assembly/lookup.ts';
import { outlineOf } from '../assembly/outline/outline-items.ts';
import { keys } from '../keys.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import type { Bounds } from './bounds.ts';

/** The outline of a document as a tree. */
export function bookmarksOf(source: PdfSource, bounds: Bounds): Bookmark[] {
  const top: Bookmark[] = [];
  // A child comes after its parent, so the parent is there, or both are beyond the limit.
  const listed: Bookmark[] = [];
  bounds.list(outlineOf(source), ({ dict, parent, destination }) => {
    const bookmark: Bookmark = {
      title: bounds.text(textAt(dict, keys.Title) ?? ''),
      page: destination ? destination.page + 1 : null,
      children: [],
    };
    listed.push(bookmark);
    (listed[parent]?.children ?? top).push(bookmark);
  });
  return top;
}
