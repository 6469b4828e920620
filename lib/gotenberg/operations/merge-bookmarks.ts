import type { BookmarkInput } from '../../api/fields/finishing/bookmarks-field.ts';
import type { Inspection } from '../../api/responses/inspection.ts';
import { withoutExtension } from '../../base/file-name.ts';
import type { FormFile } from '../form/form.ts';
import type { Bookmarks } from '../fields/bookmarks.ts';
import { readBookmarksOf } from './read-bookmarks.ts';

/** A document of a merge. */
export interface MergedDocument {
  file: FormFile;
  inspection: Inspection;
}

export interface MergeBookmarks {
  /** By file name; undefined if the form has none. */
  byFile: Extract<Bookmarks, { byFile: unknown }>['byFile'] | undefined;
  /** Whether the bookmarks of the documents are taken for those that the form does not name. */
  own: boolean;
  /** Whether each document has a bookmark with its title, above its others. */
  titles: boolean;
}

/** The bookmarks of a merged PDF. */
export function mergedBookmarks(
  documents: readonly MergedDocument[],
  { byFile = {}, own, titles }: MergeBookmarks,
): BookmarkInput[] {
  let offset = 0;
  return documents.flatMap(({ file, inspection }) => {
    const given = Object.hasOwn(byFile, file.fileName) ? (byFile[file.fileName] ?? []) : [];
    const found = given.length > 0 || !(own || titles) ? given : readBookmarksOf(inspection);
    const children = shifted(found, offset);
    const page = offset + 1;
    offset += inspection.pageCount;
    return titles ? [{ title: titleOf(file, inspection), page, children }] : children;
  });
}

const titleOf = ({ fileName }: FormFile, { metadata }: Inspection): string =>
  metadata['title']?.trim() || withoutExtension(fileName, '.pdf');

const shifted = (bookmarks: readonly BookmarkInput[], offset: number): BookmarkInput[] =>
  bookmarks.map(({ title, page, children = [] }) => ({
    title,
    page: page + offset,
    children: shifted(children, offset),
  }));
