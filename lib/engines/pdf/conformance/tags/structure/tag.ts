import { nameAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict, PDFObject, PDFRef } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';

/** Marked content of a page, or of a form that the page draws (PDF 32000-1, 14.7.4.2). */
export interface MarkedKid {
  kind: 'marked';
  mcid: number;
  page: PDFRef | undefined;
  /** The form. */
  stream: PDFRef | undefined;
  entry: PDFObject;
}

/** An annotation or another object (PDF 32000-1, 14.7.4.3). */
export interface ObjectKid {
  kind: 'object';
  object: PDFRef;
  entry: PDFObject;
}

export type TagKid = Tag | MarkedKid | ObjectKid;

/** A structure element (PDF 32000-1, table 323), which can be changed. The root of the tree is one without a type. */
export class Tag {
  readonly kind = 'tag';
  readonly ref: PDFRef;
  readonly dict: PDFDict;
  parent: Tag | undefined;
  #kids: readonly TagKid[] = [];
  #isChanged = false;

  constructor(ref: PDFRef, dict: PDFDict, parent: Tag | undefined) {
    this.ref = ref;
    this.dict = dict;
    this.parent = parent;
  }

  /** Its type as stated, which can be one of the producer's. */
  get type(): string {
    return nameAt(this.dict, keys.S) ?? '';
  }

  set type(type: string) {
    this.dict.set(keys.S, nameOf(type));
  }

  get kids(): readonly TagKid[] {
    return this.#kids;
  }

  get children(): Tag[] {
    return this.#kids.filter((kid) => kid.kind === 'tag');
  }

  /** Whether the kids differ from those in the document. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Replaces the kids. */
  set kids(kids: readonly TagKid[]) {
    this.#isChanged = true;
    this.#kids = kids;
    for (const kid of kids) if (kid.kind === 'tag') kid.parent = this;
  }

  /** Sets the kids that the document has. */
  read(kids: readonly TagKid[], isWhole: boolean): void {
    this.#kids = kids;
    this.#isChanged = !isWhole;
  }
}
