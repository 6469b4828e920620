import { asDict, dictAt, listOf, nameAt, resolved } from '../../assembly/lookup.ts';
import { dictFrom, dictOf, withEntries } from '../../assembly/object-builders.ts';
import { compressedStream } from '../../finishing/overlays/compressed-stream.ts';
import type { BuiltDocument } from '../../finishing/built-document.ts';
import { keys } from '../../keys.ts';
import { PDFDict, type PDFObject, PDFRawStream, PDFRef } from '../../objects.ts';
import type { Changes } from '../changes.ts';
import type { ColourSpaces } from '../colour/colour-spaces.ts';
import type { Components } from '../colour/profiles.ts';
import { streamBytes } from '../objects/stream-bytes.ts';
import { readContent } from './content-facts.ts';
import { conformGraphicsState, isTransparent, resetOverprintMode } from './graphics-states.ts';
import { conformImage, isMasked } from './images.ts';

/** Content to read: of a page, a form, a pattern or a glyph. */
interface OpenContent {
  streams: readonly PDFRawStream[];
  resources: PDFDict | undefined;
  /** What holds the resources, if it has none. */
  holder: PDFDict | undefined;
  /** Stores other content. */
  replace: (content: Buffer) => void;
}

const defaults: Readonly<Record<Components, 'DefaultGray' | 'DefaultRGB' | 'DefaultCMYK'>> = {
  1: 'DefaultGray',
  3: 'DefaultRGB',
  4: 'DefaultCMYK',
};

/**
 * Goes through all that pages and annotations show, and corrects it (ISO 19005-1, 6.2; ISO 19005-2 and -3, 6.2). Each content
 * is read once.
 */
export class GraphicsWalk {
  /** Whether anything is transparent. */
  hasTransparency = false;
  /** By the resources of pages. */
  readonly #ofGlyphs = new Map<PDFDict, PDFRef>();
  readonly #document: BuiltDocument;
  readonly #spaces: ColourSpaces;
  readonly #changes: Changes;
  readonly #open: OpenContent[] = [];
  readonly #seen = new Set<PDFObject>();
  readonly #states = new Set<PDFDict>();
  readonly #groups: PDFDict[] = [];
  readonly #shared = new Map<PDFDict, PDFRef>();

  constructor(document: BuiltDocument, spaces: ColourSpaces, changes: Changes) {
    this.#document = document;
    this.#spaces = spaces;
    this.#changes = changes;
  }

  page(page: PDFDict): void {
    const { context } = this.#document;
    const entries = listOf(context, page.get(keys.Contents));
    const streams = entries.flatMap((entry) => {
      const stream = resolved(context, entry);
      return stream instanceof PDFRawStream ? [stream] : [];
    });
    this.#group(page);
    this.#open.push({
      streams,
      resources: dictAt(page, keys.Resources),
      holder: page,
      replace: (content) => page.set(keys.Contents, context.register(compressedStream(context, content))),
    });
    this.#drain();
  }

  /** A form that an annotation shows. */
  appearance(entry: PDFObject): void {
    this.#form(entry, undefined);
    this.#drain();
  }

  /** Ends the walk. Overprint mode 1 is not allowed with profiles for CMYK. */
  finish({ keepsGroups }: { keepsGroups: boolean }): void {
    if (this.#spaces.hasProfiledCmyk) for (const state of this.#states) resetOverprintMode(state);
    // Without transparency, a group changes nothing.
    if (!keepsGroups && !this.hasTransparency) for (const holder of this.#groups) holder.delete(keys.Group);
  }

  #drain(): void {
    for (let next = this.#open.pop(); next; next = this.#open.pop()) this.#read(next);
  }

  #read({ streams, resources, holder, replace }: OpenContent): void {
    const parts = streams.flatMap((stream) => {
      const bytes = streamBytes(stream, this.#document.budget.contents);
      this.#document.budget.read(stream.contents.length);
      return bytes ? [bytes, lineBreak] : [];
    });
    const { colours, corrected } = readContent(Buffer.concat(parts));
    if (corrected && parts.length === 2 * streams.length) replace(corrected);
    const needed = [...colours].filter((components) => this.#spaces.needsDefault(components));
    const own = resources ?? (needed.length > 0 ? this.#newResources(holder) : undefined);
    if (!own) return;
    for (const components of needed) this.#addDefault(own, components);
    this.#resources(own);
  }

  #newResources(holder: PDFDict | undefined): PDFDict {
    const resources = dictOf(this.#document.context, {});
    holder?.set(keys.Resources, resources);
    return resources;
  }

  /** Default colour spaces (PDF 32000-1, 8.6.5.6). */
  #addDefault(resources: PDFDict, components: Components): void {
    const key = keys[defaults[components]];
    let spaces = dictAt(resources, keys.ColorSpace);
    if (!spaces) resources.set(keys.ColorSpace, (spaces = dictOf(this.#document.context, {})));
    if (!spaces.has(key)) spaces.set(key, this.#spaces.profiled(components));
  }

  #resources(resources: PDFDict): void {
    if (!this.#isNew(resources)) return;
    const each = (
      category: keyof typeof keys,
      visit: (entry: PDFObject, set: (value: PDFObject) => void) => void,
    ) => {
      const dict = dictAt(resources, keys[category]);
      if (dict && !this.#isNew(dict)) return;
      for (const [name, entry] of dict?.entries() ?? []) visit(entry, (value) => dict?.set(name, value));
    };
    each('ExtGState', (entry) => this.#state(entry, resources));
    each('ColorSpace', (entry, set) => set(this.#spaces.conforming(entry)));
    each('Shading', (entry) => this.#shading(entry));
    each('Pattern', (entry) => this.#pattern(entry, resources));
    each('XObject', (entry) => this.#xObject(entry, resources));
    each('Font', (entry) => this.#font(entry, resources));
  }

  #state(entry: PDFObject, resources: PDFDict): void {
    const state = resolved(this.#document.context, entry);
    if (!(state instanceof PDFDict) || !this.#isNew(state)) return;
    conformGraphicsState(state, this.#changes);
    this.#states.add(state);
    this.hasTransparency ||= isTransparent(state);
    const group = dictAt(state, keys.SMask)?.get(keys.G);
    if (group) this.#form(group, resources);
  }

  #shading(entry: PDFObject): void {
    const shading = asDict(resolved(this.#document.context, entry));
    const space = shading?.get(keys.ColorSpace);
    if (space && this.#isNew(shading as PDFDict))
      shading?.set(keys.ColorSpace, this.#spaces.conforming(space));
  }

  #pattern(entry: PDFObject, resources: PDFDict): void {
    const pattern = resolved(this.#document.context, entry);
    if (pattern instanceof PDFRawStream) this.#form(entry, resources);
    else if (pattern instanceof PDFDict) {
      const [shading, state] = [pattern.get(keys.Shading), pattern.get(keys.ExtGState)];
      if (shading) this.#shading(shading);
      if (state) this.#state(state, resources);
    }
  }

  #xObject(entry: PDFObject, resources: PDFDict): void {
    const stream = resolved(this.#document.context, entry);
    if (!(stream instanceof PDFRawStream)) return;
    if (nameAt(stream.dict, keys.Subtype) !== 'Image') {
      this.#form(entry, resources);
      return;
    }
    if (!this.#isNew(entry)) return;
    conformImage(stream.dict, this.#spaces, this.#changes);
    this.hasTransparency ||= isMasked(stream.dict);
  }

  /** @param inherited resources of what shows the form, which it uses if it has none (ISO 19005-2, 6.2.2) */
  #form(entry: PDFObject, inherited: PDFDict | undefined): void {
    const { context } = this.#document;
    const stream = resolved(context, entry);
    if (!(entry instanceof PDFRef) || !(stream instanceof PDFRawStream) || !this.#isNew(entry)) return;
    const { dict } = stream;
    // ISO 19005-1, 6.2.5 and 6.2.6; ISO 19005-2, 6.2.9.
    for (const key of [keys.OPI, keys.PS, keys.Ref]) dict.delete(key);
    if (nameAt(dict, keys.Subtype2) === 'PS') dict.delete(keys.Subtype2);
    this.#group(dict);
    if (!dictAt(dict, keys.Resources) && inherited) dict.set(keys.Resources, this.#refTo(inherited));
    this.#open.push({
      streams: [stream],
      resources: dictAt(dict, keys.Resources),
      holder: dict,
      replace: (content) => {
        const copy = compressedStream(context, content);
        for (const key of [keys.Filter, keys.DecodeParms]) dict.delete(key);
        const filter = copy.dict.get(keys.Filter);
        if (filter) dict.set(keys.Filter, filter);
        context.assign(entry, PDFRawStream.of(dict, copy.contents));
      },
    });
  }

  #font(entry: PDFObject, resources: PDFDict): void {
    const font = resolved(this.#document.context, entry);
    if (!(font instanceof PDFDict) || nameAt(font, keys.Subtype) !== 'Type3' || !this.#isNew(font)) return;
    if (!dictAt(font, keys.Resources)) font.set(keys.Resources, this.#glyphResources(resources));
    const own = dictAt(font, keys.Resources);
    for (const glyph of dictAt(font, keys.CharProcs)?.values() ?? []) this.#glyph(glyph, own);
  }

  /**
   * The resources of a page for the glyphs of its fonts. Without fonts that are drawn: a font among its own resources
   * has veraPDF run in circles.
   */
  #glyphResources(resources: PDFDict): PDFRef {
    const known = this.#ofGlyphs.get(resources);
    if (known) return known;
    const { context } = this.#document;
    const own = withEntries(resources, []);
    const fonts = dictAt(resources, keys.Font);
    const others = fonts?.entries().filter(([, font]) => {
      const dict = resolved(context, font);
      return !(dict instanceof PDFDict) || nameAt(dict, keys.Subtype) !== 'Type3';
    });
    if (others) own.set(keys.Font, dictFrom(context, others));
    const ref = context.register(own);
    this.#ofGlyphs.set(resources, ref);
    return ref;
  }

  /** The procedure of a glyph has the resources of its font. */
  #glyph(entry: PDFObject, resources: PDFDict | undefined): void {
    const { context } = this.#document;
    const stream = resolved(context, entry);
    if (!(entry instanceof PDFRef) || !(stream instanceof PDFRawStream) || !this.#isNew(entry)) return;
    this.#open.push({
      streams: [stream],
      resources,
      holder: undefined,
      replace: (content) => {
        context.assign(entry, compressedStream(context, content));
      },
    });
  }

  /** Colours are blended in a space that the output intent covers, or with a profile (ISO 19005-2, 6.2.4.3 and 6.2.10). */
  #group(holder: PDFDict): void {
    const group = dictAt(holder, keys.Group);
    if (!group) return;
    this.#groups.push(holder);
    const space = group.get(keys.CS);
    if (space) group.set(keys.CS, this.#spaces.blending(space));
  }

  /** Resources that several dictionaries share are an object of their own. */
  #refTo(resources: PDFDict): PDFRef {
    const ref = this.#shared.get(resources) ?? this.#document.context.register(resources);
    this.#shared.set(resources, ref);
    return ref;
  }

  #isNew(object: PDFObject): boolean {
    if (this.#seen.has(object)) return false;
    this.#seen.add(object);
    return true;
  }
}

const lineBreak = Buffer.from('\n');
