import type { BookmarkInput } from '../../api/fields/finishing/bookmarks-field.ts';
import { goStruct, parseGoJson } from '../form/go-json.ts';
import { GoValueError } from '../form/go-values.ts';

/** The bookmarks of a form: for all files, or by file name. */
export type Bookmarks =
  { all: readonly BookmarkInput[] } | { byFile: Readonly<Record<string, BookmarkInput[]>> };

/** @throws GoValueError */
export function parseBookmarks(text: string): Bookmarks {
  try {
    return bookmarksIn(parseGoJson(text));
  } catch (error) {
    if (error instanceof GoValueError) throw new GoValueError(`unmarshal bookmarks: ${error.message}`);
    throw error;
  }
}

function bookmarksIn(value: unknown): Bookmarks {
  if (value === null) return { all: [] };
  if (Array.isArray(value)) return { all: listOf(value) };
  if (typeof value !== 'object') throw wrongType('value', 'map[string][]gotenberg.Bookmark');
  const lists = Object.entries(value).map(([name, list]: [string, unknown]) => [name, listOf(list)]);
  return { byFile: Object.fromEntries(lists) as Record<string, BookmarkInput[]> };
}

const wrongType = (found: string, type: string): GoValueError =>
  new GoValueError(`json: cannot unmarshal ${found} into Go value of type ${type}`);

/** More levels than the service writes, and few enough for the stack. */
const maxLevels = 100;

/** The bookmarks of a list. Their pages are checked when they are written. */
function listOf(value: unknown, level = 1): BookmarkInput[] {
  if (value === null) return [];
  if (level > maxLevels) throw new GoValueError('exceeded max depth');
  if (!Array.isArray(value)) throw wrongType('value', '[]gotenberg.Bookmark');
  const entries: unknown[] = value;
  return entries.map((entry): BookmarkInput => {
    if (typeof entry !== 'object' || Array.isArray(entry)) throw wrongType('value', 'gotenberg.Bookmark');
    const { title = '', page = 0, children } = goStruct('Bookmark', entry ?? {}, bookmarkMembers);
    return { title, page, children: listOf(children ?? null, level + 1) };
  });
}

const bookmarkMembers = { title: 'string', page: 'int', children: 'any' } as const;

/** The field `bookmarks` for a list. */
export const bookmarksOf = (list: readonly BookmarkInput[]): { bookmarks: string } => ({
  bookmarks: JSON.stringify(list),
});
