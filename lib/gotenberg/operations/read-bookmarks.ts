import type { Inspection, InspectedBookmark } from '../../api/responses/inspection.ts';

/** A bookmark in the form of Gotenberg. */
export interface GotenbergBookmark {
  title: string;
  /** From 1. */
  page: number;
  children?: GotenbergBookmark[];
}

/** The bookmarks of a PDF. Those that lead nowhere lead to the page of the bookmark before. */
export const readBookmarksOf = ({ bookmarks }: Inspection): GotenbergBookmark[] => converted(bookmarks, 1);

function converted(bookmarks: readonly InspectedBookmark[], before: number): GotenbergBookmark[] {
  let latest = before;
  return bookmarks.map(({ title, page, children }) => {
    latest = page ?? latest;
    return {
      title,
      page: latest,
      ...(children.length > 0 ? { children: converted(children, latest) } : {}),
    };
  });
}
