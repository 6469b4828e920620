import type { DictChanges } from '../copier/object-copier.ts';
import type { SourceCopier } from '../copier/source-copier.ts';
import { type PDFContext, PDFDict, type PDFObject, PDFRawStream, PDFRef } from '../objects.ts';
import type { PageLeaf } from '../reader/page-leaf.ts';
import type { PdfSource } from '../reader/pdf-source.ts';
import { annotationsOf } from './pages/annotations.ts';

/** A page of a source on its way into the result. */
export interface ExcerptPage {
  readonly leaf: PageLeaf;
  /** Among the source's pages, counted from 0. */
  readonly index: number;
  /** In the result. */
  readonly ref: PDFRef;
  /** Among the result's pages, counted from 0. */
  readonly position: number;
}

/**
 * Pages of one source that go into the result together with what belongs to them, copied by one copier. A page that
 * owns something which can be on one page only (annotations, structure) is in an excerpt at most once; its repetition
 * is another excerpt.
 */
export class Excerpt {
  readonly source: PdfSource;
  readonly copier: SourceCopier;
  /** Of the result. */
  readonly output: PDFContext;
  /** Which of the parts that are assembled, counted from 0. */
  readonly part: number;
  /** The excerpt of the same part whose pages it repeats. */
  readonly original: Excerpt | undefined;
  readonly pages: readonly ExcerptPage[];
  /**
   * Whether it is all of its source. What belongs to the document and to none of its pages comes along only then, and
   * nothing needs to be kept back.
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

  /** The page in the result that a reference of the source leads to: one of these, or else of those they repeat. */
  resultPageOf(ref: PDFObject | undefined): ExcerptPage | undefined {
    return this.pageOf(ref) ?? this.original?.pageOf(ref);
  }

  /** The page that a reference of the source means, when it is in this excerpt. */
  pageOf(ref: PDFObject | undefined): ExcerptPage | undefined {
    return ref instanceof PDFRef ? this.#byRef.get(ref) : undefined;
  }

  /** Whether `ref` is an annotation of one of the pages, and was not left out. */
  hasAnnotation(ref: PDFRef): boolean {
    this.#annotations ??= new Set(
      this.pages.flatMap(({ leaf }) => annotationsOf(leaf).map((one) => one.ref)),
    );
    return this.#annotations.has(ref) && !this.#leftOut.has(ref);
  }

  /** The dictionary that `ref` names, to be changed: it is copied with its changes. Values are the source's objects. */
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
   * Changes entries of the dictionary that `ref` names, which need not be parsed for that. Once for each; the values
   * are no references and hold none.
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

  /** The dictionary of a stream, to be changed in the same way. */
  editStream(ref: PDFRef, stream: PDFRawStream): PDFDict {
    let edited = this.#edits.get(ref);
    if (!edited) {
      edited = PDFDict.fromMapWithContext(new Map(stream.dict.asMap()), this.source.context);
      this.#edits.set(ref, edited);
      this.copier.override(ref, PDFRawStream.of(edited, stream.contents));
    }
    return edited;
  }

  /** Leaves out what `ref` names: whatever refers to it refers to null. */
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
