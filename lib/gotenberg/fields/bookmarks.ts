import type { BookmarkInput } from '../../api/fields/finishing/bookmarks-field.ts';
import { parseGoJson } from '../form/go-json.ts';
import { GoValueError } from '../form/go-values.ts';

/** The bookmarks of a form: for all files, or by file name. */
export type Bookmarks =
  { all: readonly BookmarkInput[] } | { byFile: Readonly<Record<string, BookmarkInput[]>> };

/** @throws GoValueError */
export function parseBookmarks(text: string): Bookmarks {
  const fail = (message: string) => new GoValueError(`unmarshal bookmarks: ${message}`);
  let value: unknown;
  try {
    value = parseGoJson(text);
  } catch (error) {
    if (error instanceof GoValueError) throw fail(error.message);
    throw error;
  }
  // Each bookmark is checked when it is written.
  if (Array.isArray(value)) return { all: value as BookmarkInput[] };
  const entries = typeof value === 'object' && value !== null ? Object.values(value) : undefined;
  if (entries?.every((entry) => Array.isArray(entry)))
    return { byFile: value as Record<string, BookmarkInput[]> };
  throw fail('json: cannot unmarshal value into Go value of type map[string][]gotenberg.Bookmark');
}

/** The field `bookmarks` for a list. */
export const bookmarksOf = (list: readonly BookmarkInput[]): { bookmarks: string } => ({
  bookmarks: JSON.stringify(list.map(withoutNull)),
});

/** Gotenberg writes `null` for a bookmark that has no children. */
const withoutNull = ({ children, ...bookmark }: BookmarkInput): BookmarkInput =>
  Array.isArray(children) && children.length > 0
    ? { ...bookmark, children: children.map(withoutNull) }
    : bookmark;
