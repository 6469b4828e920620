import { claimsIn } from '../assembly/metadata/xmp-claims.ts';
import { arrayAt, asDict, dictAt, listOf, nameAt, resolved } from '../assembly/lookup.ts';
import { fileNameOf } from '../assembly/names/attachments.ts';
import { arrayOf, dictOf } from '../assembly/object-builders.ts';
import { buildNameTree, readNameTree } from '../assembly/trees/name-tree.ts';
import type { BuiltDocument } from '../finishing/built-document.ts';
import { keys } from '../keys.ts';
import { PDFDict, PDFHexString, type PDFObject, PDFRawStream, PDFRef } from '../objects.ts';
import { nameOf } from '../syntax/names.ts';
import type { Changes } from './changes.ts';
import { streamBytes } from './objects/stream-bytes.ts';
import type { PdfaPart } from './target.ts';

/**
 * The files in a document. Part 1 allows none (ISO 19005-1, 6.1.11), part 2 those that conform to PDF/A (ISO 19005-2, 6.8),
 * and part 3 any that are described and associated (ISO 19005-3, 6.8).
 */
export class AttachedFiles {
  readonly #document: BuiltDocument;
  readonly #part: PdfaPart | undefined;
  readonly #changes: Changes;
  readonly #kept = new Map<PDFDict, boolean>();

  /** @param part undefined if only PDF/UA is required, which allows all files (ISO 14289-1, 7.11) */
  constructor(document: BuiltDocument, part: PdfaPart | undefined, changes: Changes) {
    this.#document = document;
    this.#part = part;
    this.#changes = changes;
  }

  /** Removes or describes the files of the document as a whole. */
  conform(): void {
    const { context, catalog } = this.#document;
    const names = dictAt(catalog, keys.Names);
    const tree = names && dictAt(names, keys.EmbeddedFiles);
    const entries = tree ? readNameTree(tree) : [];
    const kept = entries.filter(([, file]) => this.keeps(file));
    if (kept.length < entries.length) {
      const rest = buildNameTree(context, kept);
      if (rest) names?.set(keys.EmbeddedFiles, rest);
      else names?.delete(keys.EmbeddedFiles);
    }
    const before = listOf(context, catalog.get(keys.AF));
    const associated = new Set<PDFObject>(before.filter((file) => this.keeps(file)));
    if (this.#part === 3) for (const file of this.#files(kept.map(([, file]) => file))) associated.add(file);
    if (associated.size > 0) catalog.set(keys.AF, arrayOf(context, associated));
    else catalog.delete(keys.AF);
  }

  /** All files of the document and of annotations, as references. */
  *#files(attached: readonly PDFObject[]): Generator<PDFObject> {
    const { context, pages } = this.#document;
    const lists = new Set<PDFObject>();
    yield* attached;
    for (const page of pages) {
      const dict = context.lookup(page);
      const list = dict instanceof PDFDict ? arrayAt(dict, keys.Annots) : undefined;
      if (!list || lists.has(list)) continue;
      lists.add(list);
      for (const entry of list.asArray()) {
        const annotation = asDict(resolved(context, entry));
        const file = annotation?.get(keys.FS);
        const specification = file && asDict(resolved(context, file));
        if (!annotation || !specification?.has(keys.EF) || !this.keeps(specification)) continue;
        const ref = file instanceof PDFRef ? file : context.register(specification);
        annotation.set(keys.FS, ref);
        yield ref;
      }
    }
  }

  /** Whether a file may stay. Its specification is completed then. A specification without a file may stay as well. */
  keeps(entry: PDFObject): boolean {
    const specification = asDict(resolved(this.#document.context, entry));
    const files = specification && dictAt(specification, keys.EF);
    if (!specification || !files) return true;
    let keeps = this.#kept.get(specification);
    if (keeps === undefined) {
      keeps = this.#isAllowed(files);
      this.#kept.set(specification, keeps);
      if (keeps) this.#describe(specification, files);
      else this.#changes.add('attachments', fileNameOf(specification) ?? 'a file without a name');
    }
    return keeps;
  }

  #isAllowed(files: PDFDict): boolean {
    if (this.#part === 1) return false;
    return this.#part !== 2 || this.#isArchival(files);
  }

  /** Whether a file declares PDF/A-1 or PDF/A-2. */
  #isArchival(files: PDFDict): boolean {
    const { context, budget } = this.#document;
    const stream = resolved(context, files.get(keys.UF) ?? files.get(keys.F));
    const bytes = stream instanceof PDFRawStream ? streamBytes(stream, budget.contents) : undefined;
    if (!bytes || !Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return false;
    return ['1', '2'].includes(claimsIn(bytes).get('pdfaid:part') ?? '');
  }

  /** Completes a specification (ISO 19005-2, 6.8; ISO 19005-3, 6.8; ISO 14289-1, 7.11). */
  #describe(specification: PDFDict, files: PDFDict): void {
    const { context } = this.#document;
    const name = fileNameOf(specification) ?? 'attachment';
    for (const key of [keys.F, keys.UF])
      if (!specification.has(key)) specification.set(key, PDFHexString.fromText(name));
    if (this.#part !== 3) return;
    if (!specification.has(keys.AFRelationship))
      specification.set(keys.AFRelationship, nameOf('Unspecified'));
    for (const entry of files.values()) {
      const stream = resolved(context, entry);
      if (!(stream instanceof PDFRawStream)) continue;
      if (!isMimeType(nameAt(stream.dict, keys.Subtype)))
        stream.dict.set(keys.Subtype, nameOf('application/octet-stream'));
      if (!dictAt(stream.dict, keys.Params)) stream.dict.set(keys.Params, dictOf(context, {}));
    }
  }
}

const isMimeType = (text: string | undefined): boolean => /^[-\w+.]{1,127}\/[-\w+.]{1,127}$/.test(text ?? '');
