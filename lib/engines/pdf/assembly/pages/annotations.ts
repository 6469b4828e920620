import { keys } from '../../keys.ts';
import { PDFDict, type PDFObject, PDFRef, PDFStream } from '../../objects.ts';
import type { PageLeaf } from '../../reader/page-leaf.ts';
import type { PdfFile } from '../../reader/pdf-file.ts';
import type { DictEntries } from '../../syntax/dict-entries.ts';
import { refOf } from '../../syntax/references.ts';
import { arrayAt, numberAt, resolved } from '../lookup.ts';

/** An annotation of a page. Most are web links or plain marks, which are copied without being parsed. */
export class PageAnnotation {
  /** The entry of the page's array: a reference, or the dictionary itself, which some producers write. */
  readonly entry: PDFObject;
  readonly ref: PDFRef | undefined;
  /** Whether the annotation may lead to a page of its document, or to another annotation. */
  readonly leads: boolean;
  readonly #page: PageLeaf;
  readonly #present: number;
  /** Undefined if there is none, or if only parsing the annotation can tell. */
  readonly #structureKey: number | undefined;

  /** @param entries the entries of the annotation, if they can be read without parsing it */
  constructor(page: PageLeaf, entry: PDFObject, entries: DictEntries | undefined) {
    this.entry = entry;
    this.ref = entry instanceof PDFRef ? entry : undefined;
    this.leads = !entries || leadsSomewhere(page.file, entries);
    this.#page = page;
    this.#present = entries ? presentIn(entries) : -1;
    this.#structureKey = entries?.integer('StructParent');
  }

  /** The dictionary, also that of a stream. Parses the annotation. */
  get dict(): PDFDict {
    const { context } = this.#page.file;
    const annotation = resolved(context, this.entry);
    return annotation instanceof PDFStream ? annotation.dict : context.lookup(this.entry, PDFDict);
  }

  /** The key in the parent tree of the structure (PDF 32000-1, 14.7.4.4). */
  get structureKey(): number | undefined {
    if (!this.mayHave('StructParent')) return undefined;
    return this.#structureKey ?? numberAt(this.dict, keys.StructParent);
  }

  /** Whether an entry is present, or only parsing could tell. */
  mayHave(key: AnnotationKey): boolean {
    return (this.#present & (1 << annotationKeys.indexOf(key))) !== 0;
  }
}

/** The entries that are read before an annotation is parsed. */
const annotationKeys = ['A', 'AP', 'MK', 'Parent', 'StructParent'] as const;
type AnnotationKey = (typeof annotationKeys)[number];

function presentIn(entries: DictEntries): number {
  let present = 0;
  for (let index = 0; index < annotationKeys.length; index += 1) {
    if (entries.has(annotationKeys[index] as AnnotationKey)) present |= 1 << index;
  }
  return present;
}

/** Entries that lead to pages or to other annotations. */
const leading = ['Dest', 'PA', 'AA', 'IRT', 'Popup'] as const;

const leadsSomewhere = (file: PdfFile, entries: DictEntries): boolean =>
  leading.some((key) => entries.has(key)) || (entries.has('A') && !leadsAway(file, entries));

/** Whether the only action of an annotation is to open a URI (PDF 32000-1, 12.6.4.7). */
function leadsAway(file: PdfFile, entries: DictEntries): boolean {
  const ref = entries.reference('A');
  const action = ref === undefined ? entries.dictionary('A') : file.entriesOf(ref);
  return action?.isNamed('S', 'URI') === true && !action.has('Next');
}

const known = new WeakMap<PdfFile, Map<PageLeaf, readonly PageAnnotation[]>>();

/** The annotations of a page (PDF 32000-1, 12.5). Anything else in the array is left out. */
export function annotationsOf(leaf: PageLeaf): readonly PageAnnotation[] {
  if (!leaf.has('Annots')) return none;
  let ofFile = known.get(leaf.file);
  if (!ofFile) known.set(leaf.file, (ofFile = new Map<PageLeaf, readonly PageAnnotation[]>()));
  let annotations = ofFile.get(leaf);
  if (!annotations) ofFile.set(leaf, (annotations = readAnnotations(leaf)));
  return annotations;
}

const none: readonly PageAnnotation[] = [];

function readAnnotations(leaf: PageLeaf): PageAnnotation[] {
  const annotations: PageAnnotation[] = [];
  const list = leaf.annotationNumbers?.map(refOf) ?? arrayAt(leaf.dict, keys.Annots)?.asArray() ?? [];
  for (const entry of list) {
    const entries = entry instanceof PDFRef ? leaf.file.entriesOf(entry.objectNumber) : undefined;
    if (!entries && !(resolved(leaf.file.context, entry) instanceof PDFDict)) continue;
    annotations.push(new PageAnnotation(leaf, entry, entries));
  }
  return annotations;
}
