import { PDFDict, type PDFObject, type PDFRawStream, type PDFRef } from '../../objects.ts';
import { resolved } from '../lookup.ts';
import { nameText } from '../../syntax/names.ts';

/** An entry of a dictionary of resources: `category` is `Font`, `XObject`, … */
export interface Resource {
  readonly category: string;
  readonly entry: PDFObject;
}

/** A dictionary of resources together with the names by which content uses it. */
export class ResourceScope {
  readonly dict: PDFDict;
  /** Where it is an object of its own. */
  readonly ref: PDFRef | undefined;
  /** The form that it stands in otherwise. */
  readonly form: { ref: PDFRef; stream: PDFRawStream } | undefined;
  /** The names that are used. */
  readonly names = new Set<string>();
  readonly #resources = new Map<string, Resource[]>();

  constructor(dict: PDFDict, ref: PDFRef | undefined, form: ResourceScope['form']) {
    this.dict = dict;
    this.ref = ref;
    this.form = form;
    for (const [category, value] of dict.entries()) {
      const entries = resolved(dict.context, value);
      if (entries instanceof PDFDict) this.#add(nameText(category), entries);
    }
  }

  /** The names of all its resources, in whichever category. */
  get defined(): Iterable<string> {
    return this.#resources.keys();
  }

  defines(name: string): boolean {
    return this.#resources.has(name);
  }

  /** Counts a name as used. Returns what it stands for, and nothing when it is used already. */
  use(name: string): readonly Resource[] {
    if (this.names.has(name)) return [];
    this.names.add(name);
    return this.#resources.get(name) ?? [];
  }

  #add(category: string, entries: PDFDict): void {
    for (const [key, entry] of entries.entries()) {
      const name = nameText(key);
      const known = this.#resources.get(name);
      if (known) known.push({ category, entry });
      else this.#resources.set(name, [{ category, entry }]);
    }
  }
}
