import { asDict, dictAt, listOf, resolved } from '../assembly/lookup.ts';
import { fileNameOf, numberedFile } from '../assembly/names/attachments.ts';
import { UniqueNames } from '../assembly/names/unique-names.ts';
import { dictOf } from '../assembly/object-builders.ts';
import { buildNameTree, readNameTree } from '../assembly/trees/name-tree.ts';
import { keys } from '../keys.ts';
import { type PDFContext, type PDFDict, PDFHexString, type PDFObject, PDFRef } from '../objects.ts';

/** The files attached to a document as a whole (PDF 32000-1, 7.11.4), to which more are added. */
export class EmbeddedFiles {
  readonly #context: PDFContext;
  readonly #catalog: PDFDict;
  readonly #names: PDFDict;
  #entries: [key: string, file: PDFObject][];
  /** Specifications that are objects of their own. */
  readonly #refs: Set<PDFObject>;
  readonly #takenKeys = new UniqueNames(numberedFile);
  readonly #takenNames = new UniqueNames(numberedFile);

  constructor(context: PDFContext, catalog: PDFDict) {
    this.#context = context;
    this.#catalog = catalog;
    this.#names = dictAt(catalog, keys.Names) ?? dictOf(context, {});
    this.#entries = readNameTree(dictAt(this.#names, keys.EmbeddedFiles));
    this.#refs = new Set(this.#entries.map(([, file]) => file));
    for (const [key, value] of this.#entries) {
      this.#takenKeys.add(key);
      const name = fileNameOf(asDict(resolved(context, value)));
      if (name !== undefined) this.#takenNames.add(name);
    }
  }

  /** The file name, numbered if it is taken. It is taken then. */
  freeName(fileName: string): string {
    return this.#takenNames.add(fileName);
  }

  /** Whether a specification is among them. */
  has(specification: PDFRef): boolean {
    return this.#refs.has(specification);
  }

  /** Adds a file by its specification, which has a name of {@link freeName}. */
  add(fileName: string, specification: PDFRef): void {
    this.#entries.push([this.#takenKeys.add(keyOf(fileName)), specification]);
    this.#refs.add(specification);
  }

  /** Removes files by their names, with their content. */
  remove(isRemoved: (fileName: string) => boolean): void {
    const named = ([, value]: readonly [string, PDFObject]): boolean =>
      isRemoved(fileNameOf(asDict(resolved(this.#context, value))) ?? '');
    const removed = new Set(this.#entries.filter(named).map(([, file]) => file));
    if (removed.size === 0) return;
    this.#entries = this.#entries.filter(([, file]) => !removed.has(file));
    const associated = listOf(this.#context, this.#catalog.get(keys.AF)).filter((file) => !removed.has(file));
    this.#catalog.set(keys.AF, this.#context.obj(associated));
    for (const file of removed) this.#delete(file);
  }

  #delete(file: PDFObject): void {
    const contents = asDict(resolved(this.#context, file));
    const streams = (contents && dictAt(contents, keys.EF)?.values()) ?? [];
    for (const object of [...streams, file]) if (object instanceof PDFRef) this.#context.delete(object);
  }

  /** Writes the files into the catalog. Call it once, at the end. */
  write(): void {
    const tree = buildNameTree(this.#context, this.#entries);
    if (tree) this.#names.set(keys.EmbeddedFiles, tree);
    else this.#names.delete(keys.EmbeddedFiles);
    this.#catalog.set(keys.Names, this.#names);
  }
}

/** Some readers show the key in place of the name, so it is the name as a text string. */
const keyOf = (fileName: string): string =>
  /^[\x20-\x7e]*$/.test(fileName)
    ? fileName
    : Buffer.from(PDFHexString.fromText(fileName).asBytes()).toString('latin1');
