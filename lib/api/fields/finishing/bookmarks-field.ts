import * as z from 'zod';
import { maxListedFaults } from '../../../base/app-error.ts';
import { boundedJsonText } from '../bounded-json.ts';
import { documented } from '../documented.ts';
import { checked, jsonText } from '../json-field.ts';
import { unknownMembers } from '../unknown-members.ts';
import type { Bookmark } from './bookmark.ts';
import { plainText } from './plain-text.ts';

/** A bookmark as a client sends it. */
export interface BookmarkInput {
  title: string;
  /** From 1. */
  page: number;
  /** The bookmarks below it. */
  children?: readonly BookmarkInput[] | undefined;
}

const rules = {
  entries: 5000,
  example: [{ title: 'Introduction', page: 1, children: [{ title: 'Scope', page: 2 }] }],
};
const maxLevels = 32;
const maxTitle = 1000;

const item = z.strictObject(
  {
    title: plainText(maxTitle).meta({ description: 'Text of the bookmark.', examples: ['Introduction'] }),
    page: z
      .int('must be the number of a page, from 1')
      .min(1, 'must be the number of a page, from 1')
      .meta({ description: 'Page that the bookmark leads to, counted from 1.', examples: [1] }),
    children: z
      .array(z.unknown(), 'must be an array of bookmarks')
      .optional()
      .meta({ description: 'Bookmarks below this one, of the same form.' }),
  },
  { error: (issue) => unknownMembers.error(issue) ?? 'must be an object with title and page' },
);

const list = z.array(item, 'must be an array of bookmarks');

/** The field's type. `json` has no value: it gives typed clients the type of the JSON. */
type BookmarksField = z.ZodPipe<
  z.ZodOptional<z.ZodString>,
  z.ZodTransform<Bookmark[] | undefined, string | undefined>
> & { readonly json?: readonly BookmarkInput[] };

/** `bookmarks`: a tree, which becomes a flat list. */
export const bookmarksField: BookmarksField = documented(
  jsonText(rules, (value, context): Bookmark[] => {
    if (Array.isArray(value)) return flattened(value, context);
    context.addIssue({ code: 'custom', message: 'must be an array of bookmarks' });
    return z.NEVER;
  }),
  `JSON array of bookmarks that replace those of the document: objects with \`title\`, \`page\` and optionally \`children\`. An empty array removes all bookmarks. At most ${rules.entries} bookmarks on ${maxLevels} levels. Default: the bookmarks of the document.`,
  boundedJsonText(list, rules),
);

/** Walks the tree without recursion, because JSON can be nested deeper than the stack. */
function flattened(top: readonly unknown[], context: z.core.$RefinementCtx): Bookmark[] {
  const bookmarks: Bookmark[] = [];
  const levels: Level[] = [{ items: top, next: 0, parent: -1, path: [] }];
  for (let level = levels.at(-1); level; level = levels.at(-1)) {
    const index = level.next;
    level.next += 1;
    if (index === level.items.length) {
      levels.pop();
      continue;
    }
    const path = [...level.path, index];
    const { title, page, children } = checked(item, level.items[index], context, path);
    if (context.issues.length >= maxListedFaults) break;
    bookmarks.push({ title, page, parent: level.parent });
    const fault = limitFault(bookmarks.length, children && levels.length);
    if (fault !== undefined) {
      context.addIssue({ code: 'custom', message: fault });
      break;
    }
    if (children) {
      levels.push({ items: children, next: 0, parent: bookmarks.length - 1, path: [...path, 'children'] });
    }
  }
  return bookmarks;
}

interface Level {
  items: readonly unknown[];
  next: number;
  parent: number;
  path: readonly PropertyKey[];
}

/** @param levels of a bookmark that has children */
function limitFault(count: number, levels: number | undefined): string | undefined {
  if (count > rules.entries) return `must have at most ${rules.entries} bookmarks`;
  return levels === maxLevels ? `must have at most ${maxLevels} levels` : undefined;
}
