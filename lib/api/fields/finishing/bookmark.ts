/** An entry of the flat list of a tree: in reading order, each after its parent. */
export interface Bookmark {
  title: string;
  /** From 1. */
  page: number;
  /** The index of the parent in the list; -1 at the top. */
  parent: number;
}

/** The place of a bookmark in the tree, such as `[0].children[2]`. */
export function placeOfBookmark(bookmarks: readonly Bookmark[], index: number): string {
  const parent = bookmarks[index]?.parent ?? -1;
  const siblings = bookmarks.slice(0, index).filter((bookmark) => bookmark.parent === parent).length;
  return parent < 0 ? `[${siblings}]` : `${placeOfBookmark(bookmarks, parent)}.children[${siblings}]`;
}
