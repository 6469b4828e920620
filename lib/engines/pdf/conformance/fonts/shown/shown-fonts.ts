import { asDict, dictAt, listOf, nameAt, resolved } from '../../../assembly/lookup.ts';
import { decodeStream, filtersOf } from '../../../filters/decode-stream.ts';
import type { BuiltDocument } from '../../../finishing/built-document.ts';
import { keys } from '../../../keys.ts';
import { PDFArray, PDFDict, type PDFName, type PDFObject, PDFRawStream } from '../../../objects.ts';
import { type CodeReader, codeReader } from './code-reader.ts';
import { visitText } from './text-operators.ts';

/** A font, and the codes of it that content shows. */
export interface ShownFont {
  dict: PDFDict;
  /** By codes; whether a code is ever shown in a mode other than 3, which is invisible (PDF 32000-1, 9.3.6). */
  codes: Map<number, boolean>;
  /** How many bytes each code has. */
  lengths: Map<number, number>;
  reader: CodeReader;
}

/** Whether content selects the font for visible text. A font of invisible text alone need not be embedded. */
export const isRendered = ({ codes }: ShownFont): boolean =>
  codes.size === 0 || [...codes.values()].includes(true);

interface TextState {
  font: ShownFont | undefined;
  isInvisible: boolean;
}

/** Content to walk: of a page, a form, a pattern or a glyph. */
interface OpenContent {
  streams: readonly PDFRawStream[];
  resources: PDFDict | undefined;
  state: TextState;
}

const initial: TextState = { font: undefined, isInvisible: false };
const invisible = 3;

/** Graphics states that are open at the same time. */
const mostStates = 512;

/**
 * Finds the fonts that pages, annotations, forms, patterns and glyphs of Type 3 fonts show, each with its codes. Reads
 * each content once for visible and once for invisible text, however often it is shown.
 *
 * @throws InputFault `file-too-large` when the contents exceed the budget of the request
 */
export function findShownFonts(document: BuiltDocument): ShownFont[] {
  const walk = new TextWalk(document);
  for (const page of document.pages) {
    const dict = document.context.lookup(page);
    if (dict instanceof PDFDict) walk.page(dict);
  }
  return walk.fonts;
}

class TextWalk {
  readonly #document: BuiltDocument;
  readonly #fonts = new Map<PDFDict, ShownFont>();
  readonly #walked = new Set<PDFRawStream>();
  readonly #walkedInvisible = new Set<PDFRawStream>();
  readonly #resources = new Set<PDFDict>();
  readonly #open: OpenContent[] = [];

  constructor(document: BuiltDocument) {
    this.#document = document;
  }

  get fonts(): ShownFont[] {
    return [...this.#fonts.values()];
  }

  page(page: PDFDict): void {
    const { context } = this.#document;
    const streams = listOf(context, page.get(keys.Contents)).flatMap((entry) => {
      const stream = resolved(context, entry);
      return stream instanceof PDFRawStream ? [stream] : [];
    });
    this.#open.push({ streams, resources: dictAt(page, keys.Resources), state: initial });
    for (const entry of listOf(context, page.get(keys.Annots))) {
      const annotation = asDict(resolved(context, entry));
      for (const appearance of (annotation && dictAt(annotation, keys.AP))?.values() ?? [])
        this.#openAppearance(appearance);
    }
    for (let next = this.#open.pop(); next; next = this.#open.pop()) this.#walk(next);
  }

  /** An appearance is a form, or a dictionary of forms by states. */
  #openAppearance(entry: PDFObject): void {
    const appearance = resolved(this.#document.context, entry);
    if (appearance instanceof PDFRawStream) this.#openForm(appearance, undefined, initial);
    else if (appearance instanceof PDFDict)
      for (const state of appearance.values()) this.#openForm(state, undefined, initial);
  }

  #walk({ streams, resources, state }: OpenContent): void {
    if (resources) this.#follow(resources);
    const fonts = resources && dictAt(resources, keys.Font);
    const forms = resources && dictAt(resources, keys.XObject);
    const saved: TextState[] = [];
    let current = state;
    visitText(this.#contentOf(streams), (operator) => {
      switch (operator.operator) {
        case 'q':
          if (saved.length < mostStates) saved.push(current);
          break;
        case 'Q':
          current = saved.pop() ?? current;
          break;
        case 'Tf':
          current = { ...current, font: this.#fontAt(fonts?.get(operator.name)) };
          break;
        case 'Tr':
          current = { ...current, isInvisible: operator.mode === invisible };
          break;
        case 'gs':
          current = this.#applied(resources, operator.name, current);
          break;
        case 'Do':
          this.#openForm(forms?.get(operator.name), resources, current);
          break;
        case 'show':
          if (current.font)
            for (const text of operator.strings) show(current.font, text, current.isInvisible);
      }
    });
  }

  /** A graphics state can have a font, and a soft mask with text. */
  #applied(resources: PDFDict | undefined, name: PDFName, current: TextState): TextState {
    const states = resources && dictAt(resources, keys.ExtGState);
    const state = states && dictAt(states, name);
    const mask = state && dictAt(state, keys.SMask);
    this.#openForm(mask?.get(keys.G), resources, initial);
    const font = state && resolved(state.context, state.get(keys.Font));
    return font instanceof PDFArray && font.size() > 0
      ? { ...current, font: this.#fontAt(font.get(0)) }
      : current;
  }

  /** @param inherited resources for a form that has none */
  #openForm(entry: PDFObject | undefined, inherited: PDFDict | undefined, state: TextState): void {
    const stream = resolved(this.#document.context, entry);
    if (!(stream instanceof PDFRawStream) || nameAt(stream.dict, keys.Subtype) === 'Image') return;
    const walked = state.isInvisible ? this.#walkedInvisible : this.#walked;
    if (walked.has(stream)) return;
    walked.add(stream);
    this.#open.push({
      streams: [stream],
      resources: dictAt(stream.dict, keys.Resources) ?? inherited,
      state,
    });
  }

  /** Walks the content in resources that other operators use: tiles of patterns, and glyphs. */
  #follow(resources: PDFDict): void {
    if (this.#resources.has(resources)) return;
    this.#resources.add(resources);
    for (const pattern of dictAt(resources, keys.Pattern)?.values() ?? [])
      this.#openForm(pattern, resources, initial);
    for (const entry of dictAt(resources, keys.Font)?.values() ?? []) {
      const font = resolved(this.#document.context, entry);
      if (!(font instanceof PDFDict) || nameAt(font, keys.Subtype) !== 'Type3') continue;
      const own = dictAt(font, keys.Resources) ?? resources;
      for (const glyph of dictAt(font, keys.CharProcs)?.values() ?? []) this.#openForm(glyph, own, initial);
    }
  }

  #fontAt(entry: PDFObject | undefined): ShownFont | undefined {
    const dict = resolved(this.#document.context, entry);
    if (!(dict instanceof PDFDict)) return undefined;
    let font = this.#fonts.get(dict);
    if (!font) {
      const reader = codeReader(dict, this.#document.budget.contents);
      font = { dict, codes: new Map(), lengths: new Map(), reader };
      this.#fonts.set(dict, font);
    }
    return font;
  }

  #contentOf(streams: readonly PDFRawStream[]): Buffer {
    const { budget } = this.#document;
    const parts = streams.flatMap(({ dict, contents }) => {
      const filters = filtersOf(dict);
      const decoded = filters && decodeStream(contents, filters, budget.contents);
      budget.read(decoded?.bytes.length ?? 0);
      return decoded ? [decoded.bytes, lineBreak] : [];
    });
    return Buffer.concat(parts);
  }
}

const lineBreak = Buffer.from('\n');

function show({ reader, codes, lengths }: ShownFont, text: Uint8Array, isInvisible: boolean): void {
  reader.read(text, (code, length) => {
    if (!codes.get(code)) codes.set(code, !isInvisible);
    lengths.set(code, length);
  });
}
