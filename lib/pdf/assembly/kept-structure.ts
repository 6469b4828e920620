import { type PDFDict, PDFName, PDFNull, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import { annotationsOf } from './annotations.ts';
import { arrayOf } from './build.ts';
import type { Excerpt } from './excerpt.ts';
import { asDict, at, listOf, numberAt, refAt, resolved } from './lookup.ts';
import { numberedForms } from './numbered-forms.ts';
import {
  elementsOf,
  type Kid,
  kidEntries,
  kidOf,
  type Owner,
  type SourceStructure,
} from './structure-tree.ts';

/** What speaks for all of an element's content, also for what is left out (PDF 32000-1, 14.9). */
const descriptions = ['ActualText', 'Alt', 'E'];

/**
 * The part of a structure tree that describes the pages of an excerpt: the elements of their content, found through
 * the parent tree, and those above them. Elements lose the kids that are elsewhere.
 */
export class KeptStructure {
  readonly #excerpt: Excerpt;
  readonly #structure: SourceStructure;
  readonly #elements = new Map<PDFRef, PDFDict>();
  /** Elements that hang below nothing. */
  readonly #detached = new Set<PDFRef>();
  readonly #annotations = new Set<PDFRef>();
  readonly #keys = new Set<number>();
  readonly #owners = new Map<PDFRef, Owner>();

  constructor(excerpt: Excerpt, structure: SourceStructure) {
    this.#excerpt = excerpt;
    this.#structure = structure;
    for (const { leaf } of excerpt.pages) {
      this.#keepKey(numberAt(leaf.dict, 'StructParents'));
      for (const owner of numberedForms(asDict(resolved(leaf.dict.context, leaf.attributes.Resources)))) {
        this.#owners.set(owner.ref, owner);
        this.#keepKey(owner.key);
      }
      for (const annotation of annotationsOf(leaf)) {
        const { ref } = annotation;
        if (!ref || excerpt.isLeftOut(ref)) continue;
        this.#annotations.add(ref);
        if (annotation.mayHave('StructParent')) this.#keepKey(numberAt(annotation.dict, 'StructParent'));
      }
    }
    for (const key of this.#keys) this.#keepElementsOf(key);
    const lessened = [...this.#elements].filter(([ref, dict]) => this.#prune(ref, dict));
    const seen = new Set<PDFRef>();
    for (const [ref] of lessened) this.#removeDescriptions(ref, seen);
  }

  /** The numbers of what is kept, as the source has them, ascending. */
  get keys(): readonly number[] {
    const { source } = this.#excerpt;
    const isUsed = (key: number) => {
      const entry = this.#structure.parents.get(key);
      return entry && elementsOf(source, entry).some((element) => this.#elements.has(element));
    };
    return [...this.#keys].filter(isUsed).sort((a, b) => a - b);
  }

  /** Forms and images with a number. */
  get owners(): Iterable<Owner> {
    return this.#owners.values();
  }

  get elements(): Iterable<[PDFRef, PDFDict]> {
    return this.#elements;
  }

  has(ref: PDFObject | undefined): boolean {
    return ref instanceof PDFRef && this.#elements.has(ref);
  }

  /** An entry of the parent tree without elements that are left out; they keep their places in lists. */
  parentsOf(key: number): PDFObject {
    const { source } = this.#excerpt;
    const entry = this.#structure.parents.get(key);
    if (entry instanceof PDFRef && this.#elements.has(entry)) return entry;
    const list = listOf(source.context, entry);
    return arrayOf(
      source.context,
      list.map((element) => (this.has(element) ? element : PDFNull)),
    );
  }

  #keepKey(key: number | undefined): void {
    if (key !== undefined && this.#structure.parents.has(key)) this.#keys.add(key);
  }

  #keepElementsOf(key: number): void {
    const { source } = this.#excerpt;
    const entry = this.#structure.parents.get(key);
    for (const ref of entry ? elementsOf(source, entry) : []) {
      const element = this.#elements.has(ref) ? undefined : asDict(source.context.lookup(ref));
      if (
        element &&
        kidEntries(source, element).some((kid) => this.#isKeptContent(kidOf(source, element, kid)))
      ) {
        this.#keep(ref);
      }
    }
  }

  /** Keeps an element and those above it, if that leads to the root. */
  #keep(element: PDFRef): void {
    const path = new Map<PDFRef, PDFDict>();
    let ref: PDFRef | undefined = element;
    while (ref && ref !== this.#structure.rootRef && !this.#elements.has(ref)) {
      const dict: PDFDict | undefined = asDict(this.#excerpt.source.context.lookup(ref));
      if (!dict || path.has(ref) || this.#detached.has(ref)) ref = undefined;
      else {
        path.set(ref, dict);
        ref = refAt(dict, 'P');
      }
    }
    for (const [above, dict] of path) {
      if (ref) this.#elements.set(above, dict);
      else this.#detached.add(above);
    }
  }

  /** Removes kids that are left out. Returns whether there were any. */
  #prune(ref: PDFRef, dict: PDFDict): boolean {
    const { source } = this.#excerpt;
    const entries = kidEntries(source, dict);
    const kept = entries.filter((entry) => this.#isKeptKid(dict, entry));
    const related = listOf(source.context, at(dict, 'Ref'));
    if (related.some((element) => !this.has(element))) {
      this.#set(
        ref,
        dict,
        'Ref',
        related.filter((element) => this.has(element)),
      );
    }
    if (kept.length === entries.length) return false;
    this.#set(ref, dict, 'K', kept);
    return true;
  }

  #isKeptKid(parent: PDFDict, entry: PDFObject): boolean {
    const kid = kidOf(this.#excerpt.source, parent, entry);
    return kid.kind === 'element' ? this.#elements.has(kid.ref) : this.#isKeptContent(kid);
  }

  /** Content on a page of the excerpt, or where it does not say on which page it is. */
  #isKeptContent(kid: Kid): boolean {
    if (kid.kind !== 'content' && kid.kind !== 'object') return false;
    if (kid.page && !this.#excerpt.pageOf(kid.page)) return false;
    if (kid.kind === 'content') return true;
    if (!kid.owner) return false;
    return (
      this.#annotations.has(kid.owner) ||
      this.#excerpt.source.context.lookup(kid.owner) instanceof PDFRawStream
    );
  }

  #set(ref: PDFRef, dict: PDFDict, key: string, items: readonly PDFObject[]): void {
    this.#excerpt.edit(ref, dict).set(PDFName.of(key), arrayOf(this.#excerpt.source.context, items));
  }

  /** From an element that has lost content, and from those above it. */
  #removeDescriptions(element: PDFRef, seen: Set<PDFRef>): void {
    let ref: PDFRef | undefined = element;
    for (let dict = this.#elements.get(element); ref && dict && !seen.has(ref);) {
      seen.add(ref);
      for (const key of descriptions) {
        if (at(dict, key)) this.#excerpt.edit(ref, dict).delete(PDFName.of(key));
      }
      ref = refAt(dict, 'P');
      dict = ref && this.#elements.get(ref);
    }
  }
}
