import { keys } from '../../keys.ts';
import { type PDFContext, type PDFDict, PDFHexString, type PDFObject, PDFRef } from '../../objects.ts';
import { withEntries } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { asDict, dictAt, listOf, resolved, textAt } from '../lookup.ts';
import { buildNameTree, readNameTree } from '../trees/name-tree.ts';
import { perSource } from '../per-source.ts';

import { UniqueNames } from './unique-names.ts';

/** The files attached to the document as a whole (PDF 32000-1, 7.11.4), by the bytes of their keys. */
export const attachmentsOf = perSource((source) => {
  const names = dictAt(source.catalog, keys.Names);
  return readNameTree(names && dictAt(names, keys.EmbeddedFiles));
});

/** If `data.csv` is taken, the name becomes `data-2.csv`. */
export const numberedFile = (name: string, count: number): string => {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? `${name.slice(0, dot)}-${count}${name.slice(dot)}` : `${name}-${count}`;
};

/** The name of a file, by its file specification. */
export const fileNameOf = (file: PDFDict | undefined): string | undefined =>
  file && (textAt(file, keys.UF) ?? textAt(file, keys.F));

/**
 * The attached files of all sources. Files of the same name are renamed, both in the tree, where readers look them up,
 * and in the file specification, whose name readers use to save them.
 */
export class Attachments {
  readonly #keys = new UniqueNames(numberedFile);
  readonly #fileNames = new UniqueNames(numberedFile);
  readonly #files: [key: string, file: PDFObject][] = [];
  readonly #associated: PDFObject[] = [];

  add(excerpt: Excerpt): void {
    const { source, copier } = excerpt;
    // Files of one source may share a name, as they did before.
    const own = new Map<string, string>();
    for (const [key, value] of attachmentsOf(source)) {
      const file = asDict(resolved(source.context, value));
      if (!file) continue;
      const name = fileNameOf(file);
      const unique = name === undefined ? undefined : (own.get(name) ?? this.#fileNames.add(name));
      if (name !== undefined && unique !== undefined) own.set(name, unique);
      const copied = unique === name || unique === undefined ? value : rename(excerpt, value, file, unique);
      this.#files.push([this.#keys.add(key), copier.copy(copied)]);
    }
    for (const file of listOf(source.context, source.catalog.get(keys.AF))) {
      this.#associated.push(copier.copy(file));
    }
  }

  /** The name tree for the catalog's `Names`; undefined if there are no files. */
  tree(context: PDFContext): PDFDict | undefined {
    return buildNameTree(context, this.#files);
  }

  /** The files associated with the document (ISO 32000-2, 14.13), for the catalog's `AF`. */
  associated(context: PDFContext): PDFObject | undefined {
    return this.#associated.length === 0 ? undefined : context.obj(this.#associated);
  }
}

/** The file specification with another name: the object to copy. */
function rename(excerpt: Excerpt, value: PDFObject, file: PDFDict, name: string): PDFObject {
  const edited = value instanceof PDFRef ? excerpt.edit(value, file) : withEntries(file, []);
  for (const key of [keys.F, keys.UF]) {
    if (file.get(key)) edited.set(key, PDFHexString.fromText(name));
  }
  return value instanceof PDFRef ? value : edited;
}
