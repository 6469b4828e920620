import { keys, values } from '../../keys.ts';
import {
  PDFArray,
  PDFBool,
  type PDFContext,
  PDFDict,
  type PDFName,
  PDFNumber,
  type PDFObject,
  PDFRef,
} from '../../objects.ts';
import type { PageLeaf } from '../../reader/page-leaf.ts';
import { annotationsOf } from '../pages/annotations.ts';
import { arrayOf, dictOf, withEntries } from '../object-builders.ts';
import type { Excerpt } from '../excerpt.ts';
import { enclosingDocument, rootsOf } from './enclosing-document.ts';
import { KeptStructure } from './kept-structure.ts';
import { dictAt, isTrueAt, textAt } from '../lookup.ts';
import { buildNumberTree } from '../trees/name-tree.ts';
import { numberedXObjects } from './numbered-xobjects.ts';
import { kidEntries } from './structure-element.ts';
import { type NumberedXObject, type SourceStructure, structureOf } from './structure-tree.ts';
import { StructureVocabulary } from './structure-vocabulary.ts';

interface Share {
  structure: SourceStructure;
  /** Undefined if the whole tree is kept. */
  kept: KeptStructure | undefined;
  /** Keys of the parent tree: those of the result, by those of the source. */
  numbers: ReadonlyMap<number, number>;
}

const markKeys = ['Marked', 'UserProperties', 'Suspects'] as const;

/**
 * The logical structure of the result (PDF 32000-1, 14.7 and 14.8): the trees of all tagged sources under one root.
 * Each page, annotation and form gets a key in a common parent tree.
 */
export class Structure {
  readonly #context: PDFContext;
  readonly #shares = new Map<Excerpt, Share>();
  readonly #vocabulary = new StructureVocabulary();
  readonly #marks = new Set<(typeof markKeys)[number]>();
  #root: PDFRef | undefined;
  #nextKey = 0;

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /**
   * Selects the structure to keep of an excerpt. Call it after links were removed and before anything is copied.
   *
   * @param language the language of the result's catalog; elements of sources in other languages get their own
   */
  add(excerpt: Excerpt, language: string | undefined): void {
    const { source, copier } = excerpt;
    const structure = structureOf(source);
    if (!structure) {
      renumberAnnotations(excerpt, new Map());
      return;
    }
    this.#root ??= this.#context.nextRef();
    copier.assign(structure.rootRef, this.#root);
    const kept = excerpt.whole ? undefined : new KeptStructure(excerpt, structure);
    const numbers = new Map<number, number>();
    for (const key of kept?.keys ?? structure.parents.keys()) numbers.set(key, this.#nextKey++);
    this.#shares.set(excerpt, { structure, kept, numbers });
    renumberAnnotations(excerpt, numbers);
    for (const owner of kept?.owners ?? ownersOf(excerpt, numbers)) renumberOwner(excerpt, owner, numbers);
    this.#vocabulary.add(excerpt, structure, kept);
    nameLanguage(excerpt, structure, kept, language);
    const information = dictAt(source.catalog, keys.MarkInfo);
    for (const mark of markKeys) if (information && isTrueAt(information, keys[mark])) this.#marks.add(mark);
  }

  /** Whether an element is kept; undefined before that is decided. */
  keeps(excerpt: Excerpt, element: PDFRef): boolean | undefined {
    const share = this.#shares.get(excerpt);
    return share && (share.kept?.has(element) ?? true);
  }

  /** The key of a page in the result; undefined if the page is not tagged. */
  keyOf(excerpt: Excerpt, page: PageLeaf): PDFNumber | undefined {
    const key = this.#shares.get(excerpt)?.numbers.get(page.structureKey ?? -1);
    return key === undefined ? undefined : PDFNumber.of(key);
  }

  /** Copies the trees for the catalog; nothing if no source is tagged. */
  write(): { StructTreeRoot?: PDFRef; MarkInfo?: PDFDict } {
    const context = this.#context;
    if (!this.#root) return {};
    const kids = [...this.#shares].flatMap(([excerpt, { structure, kept }]) =>
      kidEntries(excerpt.source, structure.root)
        .filter((kid) => !kept || kept.has(kid))
        .map((kid) => {
          const copied = excerpt.copier.copy(kid);
          return copied instanceof PDFRef ? copied : context.register(copied);
        }),
    );
    const parents = [...this.#shares].flatMap(([excerpt, { structure, kept, numbers }]) =>
      [...numbers].flatMap(([key, now]) => {
        const entry = kept ? kept.parentsOf(key) : structure.parents.get(key);
        return entry ? [[now, copyParents(excerpt, entry)] as const] : [];
      }),
    );
    const roots = [...this.#shares].flatMap(([excerpt, { structure }]) => rootsOf(excerpt, structure));
    const document = enclosingDocument(roots, kids, context);
    // The elements refer to the object that encloses them.
    const ref = document ? context.nextRef() : this.#root;
    if (document) context.assign(this.#root, withEntries(document, [[keys.P, ref]]));
    const root = dictOf(context, {
      Type: values.StructTreeRoot,
      K: arrayOf(context, document ? [this.#root] : kids),
      ParentTree: buildNumberTree(context, parents),
      ParentTreeNextKey: PDFNumber.of(this.#nextKey),
      ...this.#vocabulary.write(context),
    });
    context.assign(ref, root);
    const marks = Object.fromEntries([...this.#marks].map((mark) => [mark, PDFBool.True]));
    return { StructTreeRoot: ref, MarkInfo: dictOf(context, marks) };
  }
}

/** What an entry of the parent tree names: an element, or those of a page. */
const copyParents = ({ copier }: Excerpt, entry: PDFObject): PDFObject =>
  entry instanceof PDFArray ? copier.copyReferences(entry) : copier.copy(entry);

function nameLanguage(
  excerpt: Excerpt,
  { root }: SourceStructure,
  kept: KeptStructure | undefined,
  language: string | undefined,
): void {
  const { catalog } = excerpt.source;
  const entry = catalog.get(keys.Lang);
  const own = textAt(catalog, keys.Lang);
  if (entry === undefined || own === undefined || own === language) return;
  for (const ref of kidEntries(excerpt.source, root)) {
    if (!(ref instanceof PDFRef) || (kept && !kept.has(ref))) continue;
    const dict = excerpt.source.context.lookup(ref);
    if (dict instanceof PDFDict && !dict.get(keys.Lang)) {
      excerpt.edit(ref, dict).set(keys.Lang, entry);
    }
  }
}

const numbered: ReadonlySet<PDFName> = new Set([keys.StructParent]);

/** Gives annotations their new keys. An annotation without an entry in the parent tree loses its key. */
function renumberAnnotations(excerpt: Excerpt, numbers: ReadonlyMap<number, number>): void {
  for (const { leaf } of excerpt.pages) {
    for (const annotation of annotationsOf(leaf)) {
      const { ref, structureKey } = annotation;
      if (!ref || structureKey === undefined || excerpt.isLeftOut(ref)) continue;
      const now = numbers.get(structureKey);
      if (now === structureKey) continue;
      if (now === undefined) excerpt.amend(ref, { omit: numbered });
      else excerpt.amend(ref, { set: new Map([[keys.StructParent, PDFNumber.of(now)]]) });
    }
  }
}

/** The numbered forms and images of a whole document, if any key changes. */
function ownersOf(
  { source, pages }: Excerpt,
  numbers: ReadonlyMap<number, number>,
): Iterable<NumberedXObject> {
  const owners = new Map<PDFRef, NumberedXObject>();
  if ([...numbers].every(([key, now]) => key === now)) return [];
  for (const { leaf } of pages) {
    for (const owner of numberedXObjects(source, leaf)) owners.set(owner.ref, owner);
  }
  return owners.values();
}

function renumberOwner(
  excerpt: Excerpt,
  { ref, stream, entry, key }: NumberedXObject,
  numbers: ReadonlyMap<number, number>,
): void {
  const now = numbers.get(key);
  if (now === key) return;
  const edited = excerpt.editStream(ref, stream);
  if (now === undefined) edited.delete(keys[entry]);
  else edited.set(keys[entry], PDFNumber.of(now));
}
