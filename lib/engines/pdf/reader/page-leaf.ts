import { keys } from '../keys.ts';
import { PDFDict, PDFNumber, type PDFObject, type PDFRef, PDFStream } from '../objects.ts';
import { type DictEntries, referenceAt } from '../syntax/dict-entries.ts';
import { refOf } from '../syntax/references.ts';
import { hasKey, inheritable, type InheritableAttribute, type PageKey } from './page-keys.ts';
import type { TreeLeaf } from './page-tree.ts';
import type { PdfFile } from './pdf-file.ts';
import { referenceList } from './reference-list.ts';

/** The inheritable attributes of a page. */
export type PageAttributes = Readonly<Partial<Record<InheritableAttribute, PDFObject>>>;

const nothing: PageAttributes = {};

/** A page of the page tree. A page that is listed twice is two leaves with the same `ref`. */
export class PageLeaf {
  readonly ref: PDFRef;
  readonly #file: PdfFile;
  readonly #leaf: TreeLeaf;

  constructor(file: PdfFile, leaf: TreeLeaf) {
    this.ref = refOf(leaf.number);
    this.#file = file;
    this.#leaf = leaf;
  }

  /**
   * The page's own dictionary, also that of a stream, parsed at the first access. It belongs to the source: clone it
   * before changing it.
   */
  get dict(): PDFDict {
    const page = this.#file.context.lookup(this.ref);
    return page instanceof PDFStream ? page.dict : this.#file.context.lookup(this.ref, PDFDict);
  }

  /** Whether the page itself has an entry. Does not parse the page. */
  has(key: PageKey): boolean {
    return hasKey(this.#leaf.page.keys, key);
  }

  /** The file that contains the page. */
  get file(): PdfFile {
    return this.#file;
  }

  /** The object numbers of the annotations; undefined if the page must be parsed to tell. */
  get annotationNumbers(): readonly number[] | undefined {
    const { number, page } = this.#leaf;
    const { annotations } = page;
    const located = annotations && this.#file.locate(number);
    return located && referenceList(this.#file, located.bytes, annotations.start, annotations.end);
  }

  /**
   * Identifies the page's resources, own or inherited: the number of their object, or the negative number of the object
   * that contains them; 0 if there are none.
   */
  get resourcesKey(): number {
    const { number, inheritance, page } = this.#leaf;
    const { resources } = page;
    const located = resources && this.#file.locate(number);
    if (located) return referenceAt(located.bytes, resources.start, resources.end) ?? -number;
    if (this.has('Resources')) return -number;
    const node = inheritance.Resources;
    return node === undefined ? 0 : (this.#file.entriesOf(node)?.reference('Resources') ?? -node);
  }

  /** The page's resources, own or inherited, without parsing them; undefined if only parsing can tell. */
  get resourceEntries(): DictEntries | undefined {
    const key = this.resourcesKey;
    return key > 0 ? this.#file.entriesOf(key) : this.#file.entriesOf(-key)?.dictionary('Resources');
  }

  /** The key of the page in the structure's parent tree (PDF 32000-1, 14.7.4.4). */
  get structureKey(): number | undefined {
    if (!this.has('StructParents')) return undefined;
    const known = this.#leaf.page.structureKey;
    if (known !== undefined) return known;
    const value = this.dict.lookup(keys.StructParents);
    return value instanceof PDFNumber ? value.asNumber() : undefined;
  }

  /** The attributes that the page inherits, unresolved: many are references. */
  get inherited(): PageAttributes {
    const { inheritance } = this.#leaf;
    let attributes: Partial<Record<InheritableAttribute, PDFObject>> | undefined;
    for (const name of inheritable) {
      const node = inheritance[name];
      const dict = node === undefined ? undefined : this.#file.context.lookup(refOf(node));
      const value = dict instanceof PDFDict ? dict.get(keys[name]) : undefined;
      if (value) (attributes ??= {})[name] = value;
    }
    return attributes ?? nothing;
  }

  /** The page's own and inherited attributes. Parses the page. */
  get attributes(): PageAttributes {
    const attributes: Partial<Record<InheritableAttribute, PDFObject>> = { ...this.inherited };
    for (const name of inheritable) {
      const value = this.dict.get(keys[name]);
      if (value) attributes[name] = value;
    }
    return attributes;
  }
}
