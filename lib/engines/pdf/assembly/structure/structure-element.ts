import type { Key } from '../../keys.ts';
import { PDFDict, type PDFObject, PDFRef } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { Char } from '../../syntax/characters.ts';
import { DictEntries, endOfValue, type Extent, referenceAt } from '../../syntax/dict-entries.ts';
import { endOfDigits, skipSpace } from '../../syntax/lexer.ts';
import { refOf } from '../../syntax/references.ts';
import { asDict, at, listOf, nameAt, refAt } from '../lookup.ts';
import { perSource } from '../per-source.ts';

/** A kid of a structure element (PDF 32000-1, table 323). */
export type Kid =
  | { kind: 'element'; ref: PDFRef }
  /** An element that stands in its parent, which is not allowed and happens. */
  | { kind: 'inline'; dict: PDFDict }
  | KidContent;

/**
 * Marked content of a page or of a form that the page draws (`content`, whose owner is the form), or an annotation or
 * another object that the page draws (`object`, which is the owner).
 */
export interface KidContent {
  kind: 'content' | 'object';
  page: PDFRef | undefined;
  owner: PDFRef | undefined;
}

/**
 * A structure element. Documents have tens of thousands of them, so one is parsed only if it is changed: what else is
 * asked of it is found among its bytes, unless they are not well-formed.
 */
export class StructureElement {
  readonly ref: PDFRef;
  /** The element above, or the root. */
  readonly parent: PDFRef | undefined;
  /** Whether it refers to other elements beside the tree (`Ref`, ISO 32000-2, table 355). */
  readonly relates: boolean;
  /** What it refers to where it is no element, but stands among the kids of one. */
  readonly content: KidContent | undefined;
  readonly #source: PdfSource;
  readonly #unread: UnreadKids | undefined;
  #kids: readonly Kid[] | undefined;

  private constructor(source: PdfSource, ref: PDFRef, entries: DictEntries | undefined) {
    this.#source = source;
    this.ref = ref;
    this.parent = entries ? refIn(entries, 'P') : refAt(this.dict, 'P');
    this.relates = entries ? entries.has('Ref') : at(this.dict, 'Ref') !== undefined;
    this.content = entries ? contentIn(entries) : contentOf(this.dict);
    this.#unread = entries && {
      bytes: entries.bytes,
      extent: entries.extent('K'),
      page: refIn(entries, 'Pg'),
    };
  }

  /** What `ref` names, undefined when that is no dictionary. */
  static read(source: PdfSource, ref: PDFRef): StructureElement | undefined {
    const entries = source.file.entriesOf(ref.objectNumber);
    if (entries && tellsType(entries)) return new StructureElement(source, ref, entries);
    return asDict(source.context.lookup(ref)) && new StructureElement(source, ref, undefined);
  }

  /** Parses it. Belongs to the source: clone before changing. */
  get dict(): PDFDict {
    return asDict(this.#source.context.lookup(this.ref)) as PDFDict;
  }

  /** In their order; as many as the entry `K` has. */
  get kids(): readonly Kid[] {
    this.#kids ??= (this.#unread && readKids(this.#source, this.#unread)) ?? kidsOf(this.#source, this.dict);
    return this.#kids;
  }
}

/** The elements of a source by their references, each looked at once. */
export const structureElements = perSource((source) => {
  const known = new Array<StructureElement | null | undefined>(source.context.largestObjectNumber + 1);
  return (ref: PDFRef): StructureElement | undefined => {
    let element = known[ref.objectNumber];
    if (element === undefined) {
      element = StructureElement.read(source, ref) ?? null;
      known[ref.objectNumber] = element;
    }
    return element ?? undefined;
  };
});

/** The entries for the kids of an element or of the root, as they stand. */
export const kidEntries = (source: PdfSource, parent: PDFDict): readonly PDFObject[] =>
  listOf(source.context, at(parent, 'K'));

/** The kids of an element, or of the root, that was parsed. */
export const kidsOf = (source: PdfSource, parent: PDFDict): Kid[] =>
  kidEntries(source, parent).map((entry) => {
    const page = refAt(parent, 'Pg');
    if (entry instanceof PDFRef) return referredKid(source, entry, page);
    if (!(entry instanceof PDFDict)) return onPage(marked, page);
    const content = contentOf(entry);
    return content ? onPage(content, page) : { kind: 'inline', dict: entry };
  });

/** Where the kids of an element stand, and the page that it names. */
interface UnreadKids {
  bytes: Buffer;
  extent: Extent | undefined;
  page: PDFRef | undefined;
}

/** The kids as the bytes tell; undefined when they must be parsed. */
function readKids(source: PdfSource, { bytes, extent, page }: UnreadKids): Kid[] | undefined {
  if (!extent) return [];
  const { start, end } = extent;
  if (bytes[start] !== Char.bracketOpen) {
    const kid = readKid(source, bytes, extent, page);
    // What is referred to may be an array of kids.
    const isOne = kid?.kind === 'element' || referenceAt(bytes, start, end) === undefined;
    return kid && isOne ? [kid] : undefined;
  }
  const { depth } = source.file.budget.limits;
  const kids: Kid[] = [];
  let at = skipSpace(bytes, start + 1, end);
  while (at < end - 1) {
    const kidEnd = endOfValue(bytes, at, end, depth);
    const kid = kidEnd < 0 ? undefined : readKid(source, bytes, { start: at, end: kidEnd }, page);
    if (!kid) return undefined;
    kids.push(kid);
    at = skipSpace(bytes, kidEnd, end);
  }
  return kids;
}

function readKid(
  source: PdfSource,
  bytes: Buffer,
  { start, end }: Extent,
  page: PDFRef | undefined,
): Kid | undefined {
  const number = referenceAt(bytes, start, end);
  if (number !== undefined) return referredKid(source, refOf(number), page);
  if (endOfDigits(bytes, start, end) === end) return onPage(marked, page);
  const entries = DictEntries.at(bytes, start, end, source.file.budget.limits.depth);
  const content = entries && tellsType(entries) ? contentIn(entries) : undefined;
  return content && onPage(content, page);
}

function referredKid(source: PdfSource, ref: PDFRef, page: PDFRef | undefined): Kid {
  const element = structureElements(source)(ref);
  const content = element ? element.content : marked;
  return content ? onPage(content, page) : { kind: 'element', ref };
}

/** A number: that of marked content. */
const marked: KidContent = { kind: 'content', page: undefined, owner: undefined };

/** On the page that it names itself, or else on that of its element. */
const onPage = (content: KidContent, page: PDFRef | undefined): KidContent => ({
  ...content,
  page: content.page ?? page,
});

/** Whether it can be told from the bytes what a dictionary is. */
const tellsType = (entries: DictEntries): boolean =>
  entries.wellFormed && !entries.hasEscapes && entries.reference('Type') === undefined;

/** What a dictionary among kids refers to; undefined when it is an element. */
function contentIn(entries: DictEntries): KidContent | undefined {
  if (entries.isNamed('Type', 'MCR') || (!entries.has('Type') && entries.has('MCID'))) {
    return { kind: 'content', page: refIn(entries, 'Pg'), owner: refIn(entries, 'Stm') };
  }
  return entries.isNamed('Type', 'OBJR')
    ? { kind: 'object', page: refIn(entries, 'Pg'), owner: refIn(entries, 'Obj') }
    : undefined;
}

/** The same of one that was parsed. */
function contentOf(dict: PDFDict): KidContent | undefined {
  const type = nameAt(dict, 'Type') ?? (at(dict, 'MCID') ? 'MCR' : '');
  const page = refAt(dict, 'Pg');
  if (type === 'MCR') return { kind: 'content', page, owner: refAt(dict, 'Stm') };
  return type === 'OBJR' ? { kind: 'object', page, owner: refAt(dict, 'Obj') } : undefined;
}

function refIn(entries: DictEntries, key: Key): PDFRef | undefined {
  const number = entries.reference(key);
  return number === undefined ? undefined : refOf(number);
}
