import { PDFDict, type PDFObject, type PDFRawStream, type PDFRef } from '../../objects.ts';
import { resolved } from '../lookup.ts';
import { nameText } from '../../syntax/names.ts';

/** An entry of a resource dictionary. `category` is `Font`, `XObject`, … */
export interface Resource {
  readonly category: string;
  readonly entry: PDFObject;
}

/** The resources by the names that content uses, read once for all documents that are assembled from a dictionary. */
const knownResources = new WeakMap<PDFDict, ReadonlyMap<string, readonly Resource[]>>();

/** A resource dictionary and the names by which content uses it. */
export class ResourceScope {
  readonly dict: PDFDict;
  /** The reference, if the dictionary is an indirect object. */
  readonly ref: PDFRef | undefined;
  /** The form that holds the dictionary otherwise. */
  readonly form: { ref: PDFRef; stream: PDFRawStream } | undefined;
  /** The names in use. */
  readonly names = new Set<string>();
  readonly #resources: ReadonlyMap<string, readonly Resource[]>;

  constructor(dict: PDFDict, ref: PDFRef | undefined, form: ResourceScope['form']) {
    this.dict = dict;
    this.ref = ref;
    this.form = form;
    this.#resources = knownResources.get(dict) ?? resourcesOf(dict);
    knownResources.set(dict, this.#resources);
  }

  /** The names of all resources in any category. */
  get defined(): Iterable<string> {
    return this.#resources.keys();
  }

  defines(name: string): boolean {
    return this.#resources.has(name);
  }

  /** Marks a name as used. Returns its resources, or nothing if it was marked before. */
  use(name: string): readonly Resource[] {
    if (this.names.has(name)) return [];
    this.names.add(name);
    return this.#resources.get(name) ?? [];
  }
}

function resourcesOf(dict: PDFDict): ReadonlyMap<string, readonly Resource[]> {
  const resources = new Map<string, Resource[]>();
  for (const [category, value] of dict.entries()) {
    const entries = resolved(dict.context, value);
    if (!(entries instanceof PDFDict)) continue;
    for (const [key, entry] of entries.entries()) {
      const name = nameText(key);
      const resource = { category: nameText(category), entry };
      const known = resources.get(name);
      if (known) known.push(resource);
      else resources.set(name, [resource]);
    }
  }
  return resources;
}
