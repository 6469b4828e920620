import { keys } from '../../keys.ts';
import { type PDFDict, type PDFName, PDFNull, type PDFObject, PDFRawStream, PDFRef } from '../../objects.ts';
import { annotationsOf } from '../pages/annotations.ts';
import { arrayOf } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { listOf } from '../lookup.ts';
import { numberedXObjects } from './numbered-xobjects.ts';
import { type Kid, kidEntries, type StructureElement, structureElements } from './structure-element.ts';
import { elementsOf, type NumberedXObject, type SourceStructure } from './structure-tree.ts';

/** Entries that describe all content of an element, including removed content (PDF 32000-1, 14.9). */
const descriptions = [keys.ActualText, keys.Alt, keys.E];

/**
 * The part of a structure tree that describes the pages of an excerpt: the elements of their content, found through the
 * parent tree, and their ancestors. Elements lose the kids on other pages.
 */
export class KeptStructure {
  readonly #excerpt: Excerpt;
  readonly #structure: SourceStructure;
  readonly #elementOf: (ref: PDFRef) => StructureElement | undefined;
  /** The kept elements, by object number. */
  readonly #elements = new Map<number, StructureElement>();
  /** Elements that do not descend from the root. */
  readonly #detached = new Set<PDFRef>();
  readonly #annotations = new Set<PDFRef>();
  readonly #keys = new Set<number>();
  readonly #owners = new Map<PDFRef, NumberedXObject>();

  constructor(excerpt: Excerpt, structure: SourceStructure) {
    this.#excerpt = excerpt;
    this.#structure = structure;
    this.#elementOf = structureElements(excerpt.source);
    for (const { leaf } of excerpt.pages) {
      this.#rememberKey(leaf.structureKey);
      for (const owner of numberedXObjects(excerpt.source, leaf)) {
        this.#owners.set(owner.ref, owner);
        this.#rememberKey(owner.key);
      }
      for (const annotation of annotationsOf(leaf)) {
        const { ref } = annotation;
        if (!ref || excerpt.isLeftOut(ref)) continue;
        this.#annotations.add(ref);
        this.#rememberKey(annotation.structureKey);
      }
    }
    for (const key of this.#keys) this.#keepElementsOf(key);
    const lessened = [...this.#elements.values()].filter((element) => this.#prune(element));
    const seen = new Set<StructureElement>();
    for (const element of lessened) this.#removeDescriptions(element, seen);
  }

  /** The kept keys of the source's parent tree, ascending. */
  get keys(): readonly number[] {
    const { source } = this.#excerpt;
    const isUsed = (key: number) => {
      const entry = this.#structure.parents.get(key);
      return entry && elementsOf(source, entry).some((element) => this.has(element));
    };
    return [...this.#keys].filter(isUsed).sort((a, b) => a - b);
  }

  /** Forms and images with a key in the parent tree. */
  get owners(): Iterable<NumberedXObject> {
    return this.#owners.values();
  }

  get elements(): Iterable<StructureElement> {
    return this.#elements.values();
  }

  has(ref: PDFObject | undefined): boolean {
    return ref instanceof PDFRef && this.#elements.has(ref.objectNumber);
  }

  /** An entry of the parent tree. Removed elements become null, so that list positions stay. */
  parentsOf(key: number): PDFObject {
    const { source } = this.#excerpt;
    const entry = this.#structure.parents.get(key);
    if (entry instanceof PDFRef && this.has(entry)) return entry;
    const list = listOf(source.context, entry);
    return arrayOf(
      source.context,
      list.map((element) => (this.has(element) ? element : PDFNull)),
    );
  }

  #rememberKey(key: number | undefined): void {
    if (key !== undefined && this.#structure.parents.has(key)) this.#keys.add(key);
  }

  #keepElementsOf(key: number): void {
    const { source } = this.#excerpt;
    const entry = this.#structure.parents.get(key);
    for (const ref of entry ? elementsOf(source, entry) : []) {
      const element = this.has(ref) ? undefined : this.#elementOf(ref);
      if (element?.kids.some((kid) => this.#isKeptContent(kid))) this.#keep(element);
    }
  }

  /** Keeps an element and its ancestors if they lead to the root. */
  #keep(lowest: StructureElement): void {
    const path = new Set<StructureElement>();
    let ref: PDFRef | undefined = lowest.ref;
    while (ref && ref !== this.#structure.rootRef && !this.has(ref)) {
      const element: StructureElement | undefined = this.#elementOf(ref);
      if (!element || path.has(element) || this.#detached.has(ref)) ref = undefined;
      else {
        path.add(element);
        ref = element.parent;
      }
    }
    for (const element of path) {
      if (ref) this.#elements.set(element.ref.objectNumber, element);
      else this.#detached.add(element.ref);
    }
  }

  /** Removes kids that are not kept. Returns whether there were any. */
  #prune(element: StructureElement): boolean {
    const { source } = this.#excerpt;
    if (element.relates) {
      const related = listOf(source.context, element.dict.get(keys.Ref));
      const kept = related.filter((other) => this.has(other));
      if (kept.length < related.length) this.#set(element, keys.Ref, kept);
    }
    const { kids } = element;
    if (kids.every((kid) => this.#isKeptKid(kid))) return false;
    const entries = kidEntries(source, element.dict);
    this.#set(
      element,
      keys.K,
      entries.filter((_, index) => this.#isKeptKid(kids[index])),
    );
    return true;
  }

  #isKeptKid(kid: Kid | undefined): boolean {
    return kid?.kind === 'element' ? this.has(kid.ref) : this.#isKeptContent(kid);
  }

  /** Whether content is on a page of the excerpt, or names no page. */
  #isKeptContent(kid: Kid | undefined): boolean {
    if (kid?.kind !== 'content' && kid?.kind !== 'object') return false;
    if (kid.page && !this.#excerpt.pageOf(kid.page)) return false;
    if (kid.kind === 'content') return true;
    if (!kid.owner) return false;
    return (
      this.#annotations.has(kid.owner) ||
      this.#excerpt.source.context.lookup(kid.owner) instanceof PDFRawStream
    );
  }

  #set(element: StructureElement, key: PDFName, items: readonly PDFObject[]): void {
    this.#edit(element).set(key, arrayOf(this.#excerpt.source.context, items));
  }

  /** Removes descriptions from an element that has lost content, and from its ancestors. */
  #removeDescriptions(lessened: StructureElement, seen: Set<StructureElement>): void {
    let element: StructureElement | undefined = lessened;
    while (element && !seen.has(element)) {
      seen.add(element);
      for (const key of descriptions) {
        if (element.dict.get(key)) this.#edit(element).delete(key);
      }
      element = element.parent && this.#elements.get(element.parent.objectNumber);
    }
  }

  #edit({ ref, dict }: StructureElement): PDFDict {
    return this.#excerpt.edit(ref, dict);
  }
}
