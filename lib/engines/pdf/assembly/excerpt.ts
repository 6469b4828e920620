import type { DictChanges } from '../copier/object-copier.ts';
import type { SourceCopier } from '../copier/source-copier.ts';
import { type PDFContext, PDFDict, type PDFObject, PDFRawStream, PDFRef } from '../objects.ts';
import type { PageLeaf } from '../reader/page-leaf.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import { annotationsOf } from './pages/annotations.ts';

/** A page of a source and its place in the result. */
export interface ExcerptPage {
  readonly leaf: PageLeaf;
  /** The index in the source, from 0. */
  readonly index: number;
  /** The reference in the result. */
  readonly ref: PDFRef;
  /** The index in the result, from 0. */
  readonly position: number;
}

/**
 * Pages of one source that go into the result with everything that belongs to them, copied by one copier. A page that
 * owns objects which can be on one page only (annotations, structure) occurs in an excerpt once. Its repetitions are in
 * further excerpts.
 */
export class Excerpt {
  readonly source: PdfSource;
  readonly copier: SourceCopier;
  /** The context of the result. */
  readonly output: PDFContext;
  /** The index of the part that is assembled, from 0. */
  readonly part: number;
  /** The excerpt of the same part whose pages this one repeats. */
  readonly original: Excerpt | undefined;
  readonly pages: readonly ExcerptPage[];
  /**
   * Whether this is the whole source. Only then are document-level objects kept that belong to no page, and nothing has
   * to be removed.
   */
  readonly whole: boolean;
  readonly #byRef = new Map<PDFRef, ExcerptPage>();
  readonly #edits = new Map<PDFRef, PDFDict>();
  readonly #amendments = new Map<PDFRef, DictChanges>();
  readonly #leftOut = new Set<PDFRef>();
  #annotations: Set<PDFRef | undefined> | undefined;

  constructor(
    share: Pick<Excerpt, 'source' | 'part' | 'original' | 'pages'>,
    copier: SourceCopier,
    output: PDFContext,
  ) {
    ({ source: this.source, part: this.part, original: this.original, pages: this.pages } = share);
    this.copier = copier;
    this.output = output;
    for (const page of this.pages) {
      if (this.#byRef.has(page.leaf.ref)) continue;
      this.#byRef.set(page.leaf.ref, page);
      copier.assign(page.leaf.ref, page.ref);
    }
    for (const { leaf, ref } of this.original?.pages ?? []) {
      if (!this.#byRef.has(leaf.ref)) copier.assign(leaf.ref, ref);
    }
    this.whole = !this.original && this.source.pages.every(({ ref }) => this.#byRef.has(ref));
  }

  /** The page in the result for a page reference of the source, here or in the excerpt that this one repeats. */
  resultPageOf(ref: PDFObject | undefined): ExcerptPage | undefined {
    return this.pageOf(ref) ?? this.original?.pageOf(ref);
  }

  /** The page of this excerpt for a page reference of the source. */
  pageOf(ref: PDFObject | undefined): ExcerptPage | undefined {
    return ref instanceof PDFRef ? this.#byRef.get(ref) : undefined;
  }

  /** Whether `ref` is an annotation of one of the pages and was not removed. */
  hasAnnotation(ref: PDFRef): boolean {
    this.#annotations ??= new Set(
      this.pages.flatMap(({ leaf }) => annotationsOf(leaf).map((one) => one.ref)),
    );
    return this.#annotations.has(ref) && !this.#leftOut.has(ref);
  }

  /**
   * A copy of the dictionary at `ref` to modify; it replaces the original in the result. Values are objects of the
   * source.
   */
  edit(ref: PDFRef, original: PDFDict): PDFDict {
    let edited = this.#edits.get(ref);
    if (!edited) {
      edited = PDFDict.fromMapWithContext(new Map(original.asMap()), this.source.context);
      const amendment = this.#amendments.get(ref);
      if (amendment) change(edited, amendment);
      this.#edits.set(ref, edited);
      this.copier.override(ref, edited);
    }
    return edited;
  }

  /**
   * Changes entries of the dictionary at `ref` without parsing it. Call it once per reference. The values must not
   * contain references.
   */
  amend(ref: PDFRef, changes: DictChanges): void {
    const edited = this.#edits.get(ref);
    if (edited) {
      change(edited, changes);
      return;
    }
    this.#amendments.set(ref, changes);
    this.copier.amend(ref, changes);
  }

  /** The dictionary of a stream, to modify in the same way. */
  editStream(ref: PDFRef, stream: PDFRawStream): PDFDict {
    let edited = this.#edits.get(ref);
    if (!edited) {
      edited = PDFDict.fromMapWithContext(new Map(stream.dict.asMap()), this.source.context);
      this.#edits.set(ref, edited);
      this.copier.override(ref, PDFRawStream.of(edited, stream.contents));
    }
    return edited;
  }

  /** Removes the object at `ref`: references to it become null. */
  leaveOut(ref: PDFRef): void {
    this.#leftOut.add(ref);
    this.copier.assign(ref, null);
  }

  isLeftOut(ref: PDFRef): boolean {
    return this.#leftOut.has(ref);
  }
}

function change(dict: PDFDict, { omit, set }: DictChanges): void {
  for (const key of omit ?? []) dict.delete(key);
  for (const [key, value] of set ?? []) dict.set(key, value);
}
