import { PDFDict, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib';
import type { PdfSource } from '../reader/pdf-source.ts';
import { asDict, at, dictAt, nameAt, resolved } from './lookup.ts';
import { nameText } from './names.ts';
import { namesIn } from './names-in-content.ts';
import { perSource } from './per-source.ts';

/** A dictionary of resources together with the names by which content uses it. */
export interface ResourceScope {
  readonly dict: PDFDict;
  /** Where it is an object of its own. */
  readonly ref: PDFRef | undefined;
  /** The form that it stands in otherwise. */
  readonly form: { ref: PDFRef; stream: PDFRawStream } | undefined;
  readonly names: Set<string>;
}

/** The names in a stream's content, read once for each source; undefined when it cannot be decoded. */
const knownNames = perSource((source) => {
  const known = new WeakMap<PDFRawStream, { names: ReadonlySet<string> | undefined }>();
  return (stream: PDFRawStream): ReadonlySet<string> | undefined => {
    let entry = known.get(stream);
    if (!entry) {
      const content = source.decode(stream);
      known.set(stream, (entry = { names: content && namesIn(content) }));
    }
    return entry.names;
  };
});

/**
 * What content uses of its resources, followed into all that is drawn: forms, patterns, glyphs of Type 3 fonts, soft
 * masks. One dictionary of resources can serve several of them, and is used by all together then.
 */
export class ResourceUse {
  readonly #source: PdfSource;
  readonly #scopes = new Map<PDFDict, ResourceScope>();
  readonly #visited = new Map<PDFRawStream, Set<ResourceScope>>();
  readonly #open: { stream: PDFRawStream; scope: ResourceScope }[] = [];

  constructor(source: PdfSource) {
    this.#source = source;
  }

  /** The dictionaries met, with what is used of each. */
  get scopes(): Iterable<ResourceScope> {
    return this.#scopes.values();
  }

  /** Follows content that uses the resources `entry`, and appearances that may use them. */
  follow(
    contents: readonly PDFRawStream[],
    appearances: readonly PDFObject[],
    entry: PDFObject | undefined,
  ): void {
    const scope = this.#scopeOf(entry);
    if (!scope) return;
    for (const stream of contents) this.#open.push({ stream, scope });
    for (const appearance of appearances) this.#openForm(appearance, scope);
    for (let next = this.#open.pop(); next; next = this.#open.pop()) this.#visit(next.stream, next.scope);
  }

  #scopeOf(entry: PDFObject | undefined, form?: ResourceScope['form']): ResourceScope | undefined {
    const dict = asDict(resolved(this.#source.context, entry));
    if (!dict) return undefined;
    let scope = this.#scopes.get(dict);
    if (!scope) {
      const ref = entry instanceof PDFRef ? entry : undefined;
      scope = { dict, ref, form: ref ? undefined : form, names: new Set() };
      this.#scopes.set(dict, scope);
    }
    return scope;
  }

  #visit(stream: PDFRawStream, scope: ResourceScope): void {
    const scopes = this.#visited.get(stream) ?? new Set();
    if (scopes.has(scope)) return;
    this.#visited.set(stream, scopes.add(scope));
    const names = knownNames(this.#source)(stream) ?? allNames(scope.dict);
    const added = new Set([...names].filter((name) => !scope.names.has(name)));
    for (const name of added) scope.names.add(name);
    if (added.size > 0) this.#openResources(scope, added);
  }

  /** Finds what `names` stand for, in whichever category, and follows what has content itself. */
  #openResources(scope: ResourceScope, names: ReadonlySet<string>): void {
    for (const category of ['XObject', 'Pattern', 'Font', 'ExtGState']) {
      for (const [name, entry] of dictAt(scope.dict, category)?.entries() ?? []) {
        if (!names.has(nameText(name))) continue;
        const resource = resolved(this.#source.context, entry);
        if (category === 'Font') this.#openGlyphs(resource, scope);
        else if (category === 'ExtGState') this.#openMask(resource, scope);
        else this.#openForm(entry, scope);
      }
    }
  }

  /** A form, pattern or appearance uses its own resources, or else those of where it is drawn. */
  #openForm(entry: PDFObject, scope: ResourceScope): void {
    const stream = resolved(this.#source.context, entry);
    // Images have no content that could use anything.
    if (!(stream instanceof PDFRawStream) || nameAt(stream.dict, 'Subtype') === 'Image') return;
    const form = entry instanceof PDFRef ? { ref: entry, stream } : undefined;
    this.#open.push({ stream, scope: this.#scopeOf(at(stream.dict, 'Resources'), form) ?? scope });
  }

  #openGlyphs(font: PDFObject | undefined, scope: ResourceScope): void {
    if (!(font instanceof PDFDict) || nameAt(font, 'Subtype') !== 'Type3') return;
    const own = this.#scopeOf(at(font, 'Resources')) ?? scope;
    for (const [, glyph] of dictAt(font, 'CharProcs')?.entries() ?? []) {
      const stream = resolved(this.#source.context, glyph);
      if (stream instanceof PDFRawStream) this.#open.push({ stream, scope: own });
    }
  }

  #openMask(state: PDFObject | undefined, scope: ResourceScope): void {
    const mask = state instanceof PDFDict ? dictAt(state, 'SMask') : undefined;
    const group = mask && at(mask, 'G');
    if (group) this.#openForm(group, scope);
  }
}

/** The names of all resources: what content that cannot be read may use. */
function allNames(resources: PDFDict): Set<string> {
  const names = new Set<string>();
  for (const category of resources.values()) {
    for (const name of asDict(resolved(resources.context, category))?.keys() ?? []) names.add(nameText(name));
  }
  return names;
}
