import { asDict, dictAt, listOf, nameAt, numberAt, refAt, resolved } from '../../../assembly/lookup.ts';
import { arrayOf, dictOf } from '../../../assembly/object-builders.ts';
import { keys, values } from '../../../keys.ts';
import { type PDFContext, PDFDict, PDFNumber, type PDFObject, PDFRef } from '../../../objects.ts';
import { nameOf } from '../../../syntax/names.ts';
import type { BuiltDocument } from '../../../finishing/built-document.ts';
import { Tag, type TagKid } from './tag.ts';

/** The structure tree of a document in memory (PDF 32000-1, 14.7). Each element is in it once. */
export class TagTree {
  readonly context: PDFContext;
  readonly root: Tag;

  private constructor(context: PDFContext, root: Tag) {
    this.context = context;
    this.root = root;
  }

  /** Undefined for a document without tags. */
  static read({ context, catalog, budget }: BuiltDocument): TagTree | undefined {
    const dict = dictAt(catalog, keys.StructTreeRoot);
    if (!dict) return undefined;
    const ref = refAt(catalog, keys.StructTreeRoot) ?? context.register(dict);
    catalog.set(keys.StructTreeRoot, ref);
    const root = new Tag(ref, dict, undefined);
    const seen = new Set<PDFDict>([dict]);
    const open = [root];
    for (let tag = open.pop(); tag; tag = open.pop()) {
      const entries = listOf(context, tag.dict.get(keys.K));
      budget.read(entries.length * bytesOfKid);
      const kids: TagKid[] = [];
      let isWhole = true;
      for (const entry of entries) {
        const kid = kidOf(context, tag, entry, seen);
        if (kid) kids.push(kid);
        isWhole &&= kid !== undefined && (kid.kind !== 'tag' || entry instanceof PDFRef);
      }
      tag.read(kids, isWhole);
      for (const kid of kids.toReversed()) if (kid.kind === 'tag') open.push(kid);
    }
    return new TagTree(context, root);
  }

  /** An empty tree, for a document that shows nothing. */
  static empty({ context, catalog }: BuiltDocument): TagTree {
    const dict = dictOf(context, { Type: values.StructTreeRoot });
    const ref = context.register(dict);
    catalog.set(keys.StructTreeRoot, ref);
    const tree = new TagTree(context, new Tag(ref, dict, undefined));
    tree.root.kids = [tree.make('Document')];
    return tree;
  }

  /** All elements below the root, parents first and in reading order. */
  *tags(): Generator<Tag> {
    const open = this.root.children.toReversed();
    for (let tag = open.pop(); tag; tag = open.pop()) {
      yield tag;
      const { children } = tag;
      for (let index = children.length - 1; index >= 0; index -= 1) open.push(children[index] as Tag);
    }
  }

  /** A new element. Kids that state no page are on that of `origin`. */
  make(type: string, origin?: Tag): Tag {
    const page = origin && refAt(origin.dict, keys.Pg);
    const dict = dictOf(this.context, { S: nameOf(type), Pg: page });
    return new Tag(this.context.register(dict), dict, undefined);
  }

  /** A kid that refers to an object. */
  objectKid(object: PDFRef, page: PDFRef): TagKid {
    const entry = dictOf(this.context, { Type: nameOf('OBJR'), Obj: object, Pg: page });
    return { kind: 'object', object, entry };
  }

  /** A kid that is marked content of a page. */
  markedKid(mcid: number, page: PDFRef): TagKid {
    const entry = dictOf(this.context, { Type: values.MCR, Pg: page, MCID: PDFNumber.of(mcid) });
    return { kind: 'marked', mcid, page, stream: undefined, entry };
  }

  /** Writes changed kids, and the parents of all elements. Call it once, at the end. */
  write(): void {
    this.#writeKids(this.root);
    for (const tag of this.tags()) {
      this.#writeKids(tag);
      if (tag.parent && tag.dict.get(keys.P) !== tag.parent.ref) tag.dict.set(keys.P, tag.parent.ref);
    }
  }

  #writeKids(tag: Tag): void {
    if (!tag.isChanged) return;
    const entries = tag.kids.map((kid) => (kid.kind === 'tag' ? kid.ref : kid.entry));
    if (entries.length === 0) tag.dict.delete(keys.K);
    else tag.dict.set(keys.K, arrayOf(this.context, entries));
  }
}

/** What a kid takes, in bytes that count as read. */
const bytesOfKid = 32;

/** Undefined for an element that is in the tree already, and for what is no kid. */
function kidOf(context: PDFContext, parent: Tag, entry: PDFObject, seen: Set<PDFDict>): TagKid | undefined {
  const value = resolved(context, entry);
  const ownPage = refAt(parent.dict, keys.Pg);
  if (value instanceof PDFNumber) {
    return { kind: 'marked', mcid: value.asNumber(), page: ownPage, stream: undefined, entry };
  }
  const dict = asDict(value);
  if (!dict) return undefined;
  const type = nameAt(dict, keys.Type) ?? (dict.get(keys.MCID) ? 'MCR' : '');
  if (type === 'MCR') {
    const mcid = numberAt(dict, keys.MCID);
    const page = refAt(dict, keys.Pg) ?? ownPage;
    return mcid === undefined
      ? undefined
      : { kind: 'marked', mcid, page, stream: refAt(dict, keys.Stm), entry };
  }
  if (type === 'OBJR') {
    const object = refAt(dict, keys.Obj);
    return object && context.lookup(object) ? { kind: 'object', object, entry } : undefined;
  }
  if (!(dict instanceof PDFDict) || seen.has(dict) || nameAt(dict, keys.S) === undefined) return undefined;
  seen.add(dict);
  return new Tag(entry instanceof PDFRef ? entry : context.register(dict), dict, parent);
}
