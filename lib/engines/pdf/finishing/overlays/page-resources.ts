import { asDict, resolved } from '../../assembly/lookup.ts';
import { type Key, keys } from '../../keys.ts';
import { type PDFContext, PDFDict, type PDFName, PDFRef } from '../../objects.ts';
import { nameOf } from '../../syntax/names.ts';

/** The categories of resources that added content needs. */
export type Category = Extract<Key, 'XObject' | 'Pattern' | 'ExtGState' | 'Properties'>;

/**
 * Adds resources to pages. Pages often share a dictionary, with each other and with forms: it is copied once, the pages
 * share the copy, and names are added to that.
 */
export class PageResources {
  readonly #context: PDFContext;
  /** The copies of dictionaries that are objects of their own, and those copies themselves. */
  readonly #copies = new Map<PDFRef, PDFRef>();
  readonly #own = new WeakSet<PDFDict>();
  /** The names of the added resources in each dictionary. */
  readonly #names = new Map<PDFDict, Map<PDFRef, string>>();

  constructor(context: PDFContext) {
    this.#context = context;
  }

  /** Adds a resource to those of a page. Returns its name, which is the same on all pages where it is not taken. */
  add(page: PDFDict, category: Category, resource: PDFRef): string {
    const dict = this.#ownIn(this.#ownIn(page, keys.Resources), keys[category]);
    const names = this.#names.get(dict) ?? new Map<PDFRef, string>();
    this.#names.set(dict, names);
    let name = names.get(resource);
    if (name === undefined) {
      name = freeName(dict, resource);
      names.set(resource, name);
      dict.set(nameOf(name), resource);
    }
    return name;
  }

  /** The dictionary at `key` that may be changed: a copy of the original. */
  #ownIn(holder: PDFDict, key: PDFName): PDFDict {
    const entry = holder.get(key);
    const original = asDict(resolved(this.#context, entry)) ?? PDFDict.withContext(this.#context);
    if (entry instanceof PDFRef) {
      const copy = this.#copies.get(entry) ?? this.#register(original);
      this.#copies.set(entry, copy).set(copy, copy);
      holder.set(key, copy);
      return this.#context.lookup(copy, PDFDict);
    }
    if (this.#own.has(original)) return original;
    const copy = original.clone();
    this.#own.add(copy);
    holder.set(key, copy);
    return copy;
  }

  #register(original: PDFDict): PDFRef {
    return this.#context.register(original.clone());
  }
}

/** A name that the dictionary does not have. */
function freeName(dict: PDFDict, resource: PDFRef): string {
  let name = `Overlay${resource.objectNumber}`;
  while (dict.has(nameOf(name))) name += 'x';
  return name;
}
