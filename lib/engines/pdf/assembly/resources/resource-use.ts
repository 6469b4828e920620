import { releaseBuffer } from '../../../../base/release-memory.ts';
import { keys } from '../../keys.ts';
import { PDFDict, type PDFObject, PDFRawStream, PDFRef } from '../../objects.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import { asDict, dictAt, nameAt, resolved } from '../lookup.ts';
import { namesIn } from './names-in-content.ts';
import { perSource } from '../per-source.ts';
import { ResourceScope } from './resource-scope.ts';

/** The names in the content of a stream, read once per source; undefined if the stream cannot be decoded. */
const knownNames = perSource((source) => {
  const known = new WeakMap<PDFRawStream, { names: ReadonlySet<string> | undefined }>();
  return (stream: PDFRawStream): ReadonlySet<string> | undefined => {
    let entry = known.get(stream);
    if (!entry) {
      const content = source.decode(stream);
      known.set(stream, (entry = { names: content && namesIn(content) }));
      // Without filters, it is a view of the file.
      if (content && content.buffer !== stream.contents.buffer) releaseBuffer(content.buffer);
    }
    return entry.names;
  };
});

/** The names in the content of a stream; undefined if it cannot be decoded. */
export const namesInStream = (source: PdfSource, stream: PDFRawStream): ReadonlySet<string> | undefined =>
  knownNames(source)(stream);

/** Content to follow; `scope` holds its own resources. */
interface OpenContent {
  stream: PDFRawStream;
  scope: ResourceScope | undefined;
  /** Whether it is the content of a page. */
  isPage: boolean;
}

/**
 * The resources that content uses, followed into everything that is drawn: forms, patterns, glyphs of Type 3 fonts,
 * soft masks. A resource dictionary may serve several of them; all uses count.
 *
 * If the resources of a form do not define a name, viewers look it up in those of the page (PDFium) or of everything
 * around the form (poppler, MuPDF). Such a name counts as used wherever it is defined: this keeps what any viewer
 * finds, at the same cost however forms are nested.
 */
export class ResourceUse {
  readonly #source: PdfSource;
  readonly #scopes = new Map<PDFDict, ResourceScope>();
  /** The scopes that define each name. */
  readonly #definitions = new Map<string, ResourceScope[]>();
  readonly #visited = new Map<PDFRawStream, Set<ResourceScope | undefined>>();
  readonly #open: OpenContent[] = [];
  readonly #used: { scope: ResourceScope; name: string }[] = [];
  /** Names that forms use without defining them. */
  readonly #loose = new Set<string>();
  /** Whether a form without resources cannot be read, so any name may be in use. */
  #isUnknown = false;

  constructor(source: PdfSource) {
    this.#source = source;
  }

  /** The dictionaries found, with the names in use; none if any name may be in use. */
  get scopes(): readonly ResourceScope[] {
    return this.#isUnknown ? [] : [...this.#scopes.values()];
  }

  /** Follows content that uses the resources `entry`, and appearances that may use them. */
  follow(
    contents: readonly PDFRawStream[],
    appearances: readonly PDFObject[],
    entry: PDFObject | undefined,
  ): void {
    const scope = this.#scopeOf(entry);
    if (scope) for (const stream of contents) this.#open.push({ stream, scope, isPage: true });
    for (const appearance of appearances) this.#openForm(appearance);
    while (this.#open.length > 0) {
      for (let next = this.#open.pop(); next; next = this.#open.pop()) this.#visit(next);
      for (let next = this.#used.pop(); next; next = this.#used.pop()) this.#use(next.scope, next.name);
    }
  }

  #scopeOf(entry: PDFObject | undefined, form?: ResourceScope['form']): ResourceScope | undefined {
    const dict = asDict(resolved(this.#source.context, entry));
    if (!dict) return undefined;
    let scope = this.#scopes.get(dict);
    if (!scope) {
      const ref = entry instanceof PDFRef ? entry : undefined;
      scope = new ResourceScope(dict, ref, ref ? undefined : form);
      this.#scopes.set(dict, scope);
      for (const name of scope.defined) {
        const definitions = this.#definitions.get(name);
        if (definitions) definitions.push(scope);
        else this.#definitions.set(name, [scope]);
        if (this.#loose.has(name)) this.#used.push({ scope, name });
      }
    }
    return scope;
  }

  #visit({ stream, scope, isPage }: OpenContent): void {
    const scopes = this.#visited.get(stream) ?? new Set();
    if (scopes.has(scope)) return;
    this.#visited.set(stream, scopes.add(scope));
    const names = namesInStream(this.#source, stream);
    this.#isUnknown ||= !names && !scope;
    for (const name of names ?? scope?.defined ?? []) {
      if (scope?.defines(name)) this.#used.push({ scope, name });
      else if (!isPage) this.#loosen(name);
    }
  }

  #loosen(name: string): void {
    if (this.#loose.has(name)) return;
    this.#loose.add(name);
    for (const scope of this.#definitions.get(name) ?? []) this.#used.push({ scope, name });
  }

  /** Follows the resources of a name, in every category, that have content themselves. */
  #use(scope: ResourceScope, name: string): void {
    for (const { category, entry } of scope.use(name)) {
      const resource = resolved(this.#source.context, entry);
      if (category === 'Font') this.#openGlyphs(resource);
      else if (category === 'ExtGState') this.#openMask(resource);
      else if (category === 'XObject' || category === 'Pattern') this.#openForm(entry);
    }
  }

  #openForm(entry: PDFObject): void {
    const stream = resolved(this.#source.context, entry);
    // Images use no resources.
    if (!(stream instanceof PDFRawStream) || nameAt(stream.dict, keys.Subtype) === 'Image') return;
    const form = entry instanceof PDFRef ? { ref: entry, stream } : undefined;
    this.#open.push({ stream, scope: this.#scopeOf(stream.dict.get(keys.Resources), form), isPage: false });
  }

  #openGlyphs(font: PDFObject | undefined): void {
    if (!(font instanceof PDFDict) || nameAt(font, keys.Subtype) !== 'Type3') return;
    const scope = this.#scopeOf(font.get(keys.Resources));
    for (const [, glyph] of dictAt(font, keys.CharProcs)?.entries() ?? []) {
      const stream = resolved(this.#source.context, glyph);
      if (stream instanceof PDFRawStream) this.#open.push({ stream, scope, isPage: false });
    }
  }

  #openMask(state: PDFObject | undefined): void {
    const mask = state instanceof PDFDict ? dictAt(state, keys.SMask) : undefined;
    const group = mask && mask.get(keys.G);
    if (group) this.#openForm(group);
  }
}
