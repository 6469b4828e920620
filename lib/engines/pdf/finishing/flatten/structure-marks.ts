import { asDict, dictAt, listOf, numberAt, resolved } from '../../assembly/lookup.ts';
import { arrayOf, dictOf } from '../../assembly/object-builders.ts';
import { buildNumberTree, readNumberTree } from '../../assembly/trees/name-tree.ts';
import { keys, values } from '../../keys.ts';
import { type PDFContext, type PDFDict, PDFNumber, type PDFObject, PDFRef } from '../../objects.ts';
import { ReferenceArray } from '../../syntax/reference-array.ts';
import type { BuiltDocument } from '../built-document.ts';
import type { Annotation } from './annotation.ts';
import { elementsByObject, referredObject } from './object-references.ts';
import { nodesBelow, numbersOf } from './parent-tree.ts';

/** What replaces annotations among the kids of a structure element: marked content of a page, or nothing. */
interface ElementChanges {
  /** The annotations among its kids. */
  annotations: ReadonlySet<PDFRef>;
  replacements: Map<PDFRef, PDFObject | undefined>;
}

/**
 * Gives the content that annotations become their place in the structure of a tagged document (PDF 32000-1, 14.7). A kid
 * of a structure element that refers to an annotation becomes one that refers to marked content.
 */
export class StructureMarks {
  readonly #context: PDFContext;
  readonly #document: BuiltDocument;
  readonly #root: PDFDict;
  /** The parent tree: elements by keys. */
  readonly #parents: Map<number, PDFObject>;
  /**
   * The changed lists of the tree: the object numbers of the elements of pages, by the identifiers of their marked
   * content; 0 for none.
   */
  readonly #lists = new Map<number, number[]>();
  readonly #changes = new Map<PDFRef, ElementChanges>();
  /** Annotations that have left the structure. */
  readonly #found = new Set<PDFRef>();
  /** Elements by the annotations that do not name them. */
  #byObject: ReadonlyMap<PDFRef, PDFRef> | undefined;
  #isChanged = false;
  #nextKey: number;

  private constructor(document: BuiltDocument, root: PDFDict) {
    this.#document = document;
    this.#context = document.context;
    this.#root = root;
    this.#parents = new Map(readNumberTree(dictAt(root, keys.ParentTree)));
    this.#nextKey = [...this.#parents.keys()].reduce((next, key) => Math.max(next, key + 1), 0);
  }

  /** Undefined for a document without structure. */
  static of(document: BuiltDocument): StructureMarks | undefined {
    const root = dictAt(document.catalog, keys.StructTreeRoot);
    return root && new StructureMarks(document, root);
  }

  /**
   * Marks content that replaces an annotation.
   *
   * @returns the identifier of the marked content on its page; undefined if the annotation is no part of the structure
   */
  replace(annotation: Annotation, page: { ref: PDFRef; dict: PDFDict }): number | undefined {
    const element = this.#elementOf(annotation);
    if (!element || !annotation.ref) return undefined;
    const list = this.#listOf(page.dict);
    const mcid = list.push(element.ref.objectNumber) - 1;
    const content = dictOf(this.#context, { Type: values.MCR, Pg: page.ref, MCID: PDFNumber.of(mcid) });
    element.replacements.set(annotation.ref, content);
    return mcid;
  }

  /** Removes an annotation from the structure, unless it is replaced. */
  remove(annotation: Annotation): void {
    const { ref } = annotation;
    if (ref) this.#elementOf(annotation)?.replacements.set(ref, undefined);
  }

  /** Writes the changes. Call it once, at the end. */
  write(): void {
    for (const [ref, changes] of this.#changes) this.#rewrite(ref, changes);
    if (!this.#isChanged) return;
    for (const [key, list] of this.#lists) this.#parents.set(key, new ReferenceArray(list));
    for (const node of nodesBelow(dictAt(this.#root, keys.ParentTree))) this.#context.delete(node);
    const tree = buildNumberTree(this.#context, this.#parents);
    if (tree) this.#root.set(keys.ParentTree, tree);
    else this.#root.delete(keys.ParentTree);
    this.#root.set(keys.ParentTreeNextKey, PDFNumber.of(this.#nextKey));
  }

  /** Takes an annotation out of the parent tree, and finds the element that refers to it. */
  #elementOf({ ref, dict }: Annotation): (ElementChanges & { ref: PDFRef }) | undefined {
    if (!ref || this.#found.has(ref)) return undefined;
    this.#found.add(ref);
    const key = numberAt(dict, keys.StructParent);
    const named = key === undefined ? undefined : this.#parents.get(key);
    const changes = named instanceof PDFRef ? this.#changesOf(named) : undefined;
    if (named instanceof PDFRef && changes?.annotations.has(ref)) {
      if (key !== undefined) this.#parents.delete(key);
      this.#isChanged = true;
      return { ...changes, ref: named };
    }
    this.#byObject ??= elementsByObject(this.#document);
    const element = this.#byObject.get(ref);
    if (!element) return undefined;
    this.#isChanged = true;
    return { ...this.#changesOf(element), ref: element };
  }

  #changesOf(element: PDFRef): ElementChanges {
    let changes = this.#changes.get(element);
    if (!changes) {
      changes = { annotations: this.#annotationsOf(element), replacements: new Map() };
      this.#changes.set(element, changes);
    }
    return changes;
  }

  #annotationsOf(element: PDFRef): Set<PDFRef> {
    const dict = asDict(this.#context.lookup(element));
    const kids = dict ? this.#kidsOf(dict) : [];
    return new Set(kids.flatMap((kid) => this.#annotationIn(kid) ?? []));
  }

  #kidsOf(element: PDFDict): readonly PDFObject[] {
    const kids = listOf(this.#context, element.get(keys.K));
    this.#document.budget.read(kids.length * kidBytes);
    return kids;
  }

  #annotationIn(kid: PDFObject): PDFRef | undefined {
    return referredObject(resolved(this.#context, kid));
  }

  /** The elements of a page, to which more can be added. A page that has none gets a key. */
  #listOf(page: PDFDict): number[] {
    let key = numberAt(page, keys.StructParents);
    if (key === undefined) {
      key = this.#nextKey;
      this.#nextKey += 1;
      page.set(keys.StructParents, PDFNumber.of(key));
    }
    let list = this.#lists.get(key);
    if (!list) {
      list = [...numbersOf(resolved(this.#context, this.#parents.get(key)))];
      this.#lists.set(key, list);
    }
    return list;
  }

  #rewrite(ref: PDFRef, { replacements }: ElementChanges): void {
    const element = asDict(this.#context.lookup(ref));
    if (!element || replacements.size === 0) return;
    const placed = new Set<PDFRef>();
    const kids = this.#kidsOf(element).flatMap((kid): PDFObject[] => {
      const annotation = this.#annotationIn(kid);
      if (!annotation || !replacements.has(annotation)) return [kid];
      if (kid instanceof PDFRef) this.#context.delete(kid);
      const content = placed.has(annotation) ? undefined : replacements.get(annotation);
      placed.add(annotation);
      return content ? [content] : [];
    });
    if (kids.length > 0) element.set(keys.K, arrayOf(this.#context, kids));
    else element.delete(keys.K);
  }
}

/** What a kid takes, in bytes that count as read: elements of a hostile document can share a list. */
const kidBytes = 32;
