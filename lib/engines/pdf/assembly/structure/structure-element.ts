import { type Key, keys } from '../../keys.ts';
import { PDFDict, type PDFObject, PDFRef } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { Char } from '../../syntax/characters.ts';
import { DictEntries, endOfValue, type Extent, referenceAt } from '../../syntax/dict-entries.ts';
import { endOfDigits, skipSpace } from '../../syntax/lexer.ts';
import { refOf } from '../../syntax/references.ts';
import { asDict, listOf, nameAt, refAt } from '../lookup.ts';
import { perSource } from '../per-source.ts';

/** A kid of a structure element (PDF 32000-1, table 323). */
export type Kid =
  | { kind: 'element'; ref: PDFRef }
  /** An element inside its parent, which is not allowed but occurs. */
  | { kind: 'inline'; dict: PDFDict }
  | KidContent;

/**
 * Marked content of a page or of a form that the page draws (`content`, owned by the form), or an annotation or another
 * object that the page draws (`object`, which is the owner).
 */
export interface KidContent {
  kind: 'content' | 'object';
  page: PDFRef | undefined;
  owner: PDFRef | undefined;
}

/**
 * A structure element. Documents have tens of thousands of them, so an element is parsed only to be changed. Its
 * properties are read from its bytes unless these are malformed.
 */
export class StructureElement {
  readonly ref: PDFRef;
  /** The parent element or the root. */
  readonly parent: PDFRef | undefined;
  /** Whether the element refers to elements outside the tree order (`Ref`, ISO 32000-2, table 355). */
  readonly relates: boolean;
  /** The content that this refers to, if it is not an element but a kid of one. */
  readonly content: KidContent | undefined;
  readonly #source: PdfSource;
  readonly #unread: UnreadKids | undefined;
  #kids: readonly Kid[] | undefined;

  private constructor(source: PdfSource, ref: PDFRef, entries: DictEntries | undefined) {
    this.#source = source;
    this.ref = ref;
    this.parent = entries ? refIn(entries, 'P') : refAt(this.dict, keys.P);
    this.relates = entries ? entries.has('Ref') : this.dict.get(keys.Ref) !== undefined;
    this.content = entries ? contentIn(entries) : contentOf(this.dict);
    this.#unread = entries && {
      bytes: entries.bytes,
      extent: entries.extent('K'),
      page: refIn(entries, 'Pg'),
    };
  }

  /** The element at `ref`; undefined if it is not a dictionary. */
  static read(source: PdfSource, ref: PDFRef): StructureElement | undefined {
    const entries = source.file.entriesOf(ref.objectNumber);
    if (entries && isTypeReadable(entries)) return new StructureElement(source, ref, entries);
    return asDict(source.context.lookup(ref)) && new StructureElement(source, ref, undefined);
  }

  /** The parsed dictionary. It belongs to the source: clone it before changing it. */
  get dict(): PDFDict {
    return asDict(this.#source.context.lookup(this.ref)) as PDFDict;
  }

  /** The kids in order, as many as the entry `K` has. */
  get kids(): readonly Kid[] {
    this.#kids ??= (this.#unread && readKids(this.#source, this.#unread)) ?? kidsOf(this.#source, this.dict);
    return this.#kids;
  }
}

/** The elements of a source by reference, each read once. */
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

/** The items of the entry `K` of an element or of the root. */
export const kidEntries = (source: PdfSource, parent: PDFDict): readonly PDFObject[] =>
  listOf(source.context, parent.get(keys.K));

/** The kids of a parsed element, or of the root. */
export const kidsOf = (source: PdfSource, parent: PDFDict): Kid[] =>
  kidEntries(source, parent).map((entry) => {
    const page = refAt(parent, keys.Pg);
    if (entry instanceof PDFRef) return referredKid(source, entry, page);
    if (!(entry instanceof PDFDict)) return onPage(marked, page);
    const content = contentOf(entry);
    return content ? onPage(content, page) : { kind: 'inline', dict: entry };
  });

/** The bytes of an element's kids, and the page that the element names. */
interface UnreadKids {
  bytes: Buffer;
  extent: Extent | undefined;
  page: PDFRef | undefined;
}

/** The kids as read from the bytes; undefined if they must be parsed. */
function readKids(source: PdfSource, { bytes, extent, page }: UnreadKids): Kid[] | undefined {
  if (!extent) return [];
  const { start, end } = extent;
  if (bytes[start] !== Char.bracketOpen) {
    const kid = readKid(source, bytes, extent, page);
    // The reference may lead to an array of kids.
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
  const content = entries && isTypeReadable(entries) ? contentIn(entries) : undefined;
  return content && onPage(content, page);
}

function referredKid(source: PdfSource, ref: PDFRef, page: PDFRef | undefined): Kid {
  const element = structureElements(source)(ref);
  const content = element ? element.content : marked;
  return content ? onPage(content, page) : { kind: 'element', ref };
}

/** A number: the identifier of marked content. */
const marked: KidContent = { kind: 'content', page: undefined, owner: undefined };

/** The content on the page that it names itself, or else on the page of its element. */
const onPage = (content: KidContent, page: PDFRef | undefined): KidContent => ({
  ...content,
  page: content.page ?? page,
});

/** Whether the bytes show the type of a dictionary. */
const isTypeReadable = (entries: DictEntries): boolean =>
  entries.wellFormed && !entries.hasEscapes && entries.reference('Type') === undefined;

/** The content that a dictionary among kids refers to; undefined if it is an element. */
function contentIn(entries: DictEntries): KidContent | undefined {
  if (entries.isNamed('Type', 'MCR') || (!entries.has('Type') && entries.has('MCID'))) {
    return { kind: 'content', page: refIn(entries, 'Pg'), owner: refIn(entries, 'Stm') };
  }
  return entries.isNamed('Type', 'OBJR')
    ? { kind: 'object', page: refIn(entries, 'Pg'), owner: refIn(entries, 'Obj') }
    : undefined;
}

/** The same for a parsed dictionary. */
function contentOf(dict: PDFDict): KidContent | undefined {
  const type = nameAt(dict, keys.Type) ?? (dict.get(keys.MCID) ? 'MCR' : '');
  const page = refAt(dict, keys.Pg);
  if (type === 'MCR') return { kind: 'content', page, owner: refAt(dict, keys.Stm) };
  return type === 'OBJR' ? { kind: 'object', page, owner: refAt(dict, keys.Obj) } : undefined;
}

function refIn(entries: DictEntries, key: Key): PDFRef | undefined {
  const number = entries.reference(key);
  return number === undefined ? undefined : refOf(number);
}
