import { keys } from '../keys.ts';
import { PDFDict, PDFNumber, type PDFObject, type PDFRef, PDFStream } from '../objects.ts';
import { type DictEntries, referenceAt } from '../syntax/dict-entries.ts';
import { refOf } from '../syntax/references.ts';
import { hasKey, inheritable, type InheritableAttribute, type PageKey } from './page-keys.ts';
import type { TreeLeaf } from './page-tree.ts';
import type { PdfFile } from './pdf-file.ts';
import { referenceList } from './reference-list.ts';

/** The attributes that pages inherit; absent ones are absent. */
export type PageAttributes = Readonly<Partial<Record<InheritableAttribute, PDFObject>>>;

const nothing: PageAttributes = {};

/** A page as the page tree lists it. A page listed twice is two leaves with the same `ref`. */
export class PageLeaf {
  readonly ref: PDFRef;
  readonly #file: PdfFile;
  readonly #leaf: TreeLeaf;

  constructor(file: PdfFile, leaf: TreeLeaf) {
    this.ref = refOf(leaf.number);
    this.#file = file;
    this.#leaf = leaf;
  }

  /** The page's own dictionary, be it one of a stream, parsed at the first access. Belongs to the source: clone before changing. */
  get dict(): PDFDict {
    const page = this.#file.context.lookup(this.ref);
    return page instanceof PDFStream ? page.dict : this.#file.context.lookup(this.ref, PDFDict);
  }

  /** Whether the page has an entry itself. Does not parse it. */
  has(key: PageKey): boolean {
    return hasKey(this.#leaf.page.keys, key);
  }

  /** The file that it is in. */
  get file(): PdfFile {
    return this.#file;
  }

  /** The numbers of its annotations; undefined when the page must be parsed to tell. */
  get annotationNumbers(): readonly number[] | undefined {
    const { number, page } = this.#leaf;
    const { annotations } = page;
    const located = annotations && this.#file.locate(number);
    return located && referenceList(this.#file, located.bytes, annotations.start, annotations.end);
  }

  /**
   * What tells the page's resources, its own or inherited ones, from others: the number of the object that they are, or
   * the negative number of the one that they stand in; 0 when there are none.
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

  /** The page's resources, its own or inherited ones, without parsing them; undefined when only that can tell. */
  get resourceEntries(): DictEntries | undefined {
    const key = this.resourcesKey;
    return key > 0 ? this.#file.entriesOf(key) : this.#file.entriesOf(-key)?.dictionary('Resources');
  }

  /** The number of its content in the structure's parent tree (PDF 32000-1, 14.7.4.4). */
  get structureKey(): number | undefined {
    if (!this.has('StructParents')) return undefined;
    const known = this.#leaf.page.structureKey;
    if (known !== undefined) return known;
    const value = this.dict.lookup(keys.StructParents);
    return value instanceof PDFNumber ? value.asNumber() : undefined;
  }

  /** The attributes that the page lacks and its nearest ancestor has, as they stand there: often references. */
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

  /** The page's own attributes and those it inherits. Parses the page. */
  get attributes(): PageAttributes {
    const attributes: Partial<Record<InheritableAttribute, PDFObject>> = { ...this.inherited };
    for (const name of inheritable) {
      const value = this.dict.get(keys[name]);
      if (value) attributes[name] = value;
    }
    return attributes;
  }
}
