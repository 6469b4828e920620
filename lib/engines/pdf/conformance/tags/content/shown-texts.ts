import { dictAt, nameAt, resolved } from '../../../assembly/lookup.ts';
import { decodeStream, filtersOf } from '../../../filters/decode-stream.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFRawStream, type PDFRef } from '../../../objects.ts';
import { Char } from '../../../syntax/characters.ts';
import { endOfToken } from '../../../syntax/content-tokens.ts';
import { skipSpace } from '../../../syntax/lexer.ts';
import { nameOf } from '../../../syntax/names.ts';
import { hexBytes, literalBytes } from '../../../syntax/strings.ts';
import type { BuiltDocument } from '../../../finishing/built-document.ts';
import type { ShownText } from './marking.ts';
import { UnicodeMap } from './unicode-map.ts';

/** Characters of one text that are of use as a description. */
const longestText = 1000;

/** A text as it is read. */
interface Collected {
  text: string;
  /** Whether a part of it is not known. */
  isBroken: boolean;
  baseline: number | undefined;
}

/** Collects the texts of marked content, by the fonts' maps to Unicode. */
export class ShownTexts {
  readonly #document: BuiltDocument;
  readonly #wanted: ReadonlyMap<PDFRef, ReadonlySet<number>>;
  readonly #texts = new Map<PDFRef, Map<number, Collected>>();
  readonly #maps = new Map<PDFDict, UnicodeMap | undefined>();

  /** @param wanted the identifiers of marked content, by its page or form */
  constructor(document: BuiltDocument, wanted: ReadonlyMap<PDFRef, ReadonlySet<number>>) {
    this.#document = document;
    this.#wanted = wanted;
  }

  /** The text of marked content; undefined if it is not known, or runs from right to left, which fonts do not show. */
  of(owner: PDFRef, mcid: number): string | undefined {
    const collected = this.#texts.get(owner)?.get(mcid);
    return collected && !collected.isBroken && !rightToLeft.test(collected.text) ? collected.text : undefined;
  }

  /** Whether text is known to be white space. */
  isBlank(resources: PDFDict | undefined, shown: ShownText): boolean {
    return this.textOf(resources, shown)?.trim() === '';
  }

  /** The text that an operator shows; undefined if a part of it is not known. */
  textOf(resources: PDFDict | undefined, shown: ShownText): string | undefined {
    const map = this.#mapOf(resources, shown.font);
    return map && textIn(shown, map);
  }

  add(owner: PDFRef, resources: PDFDict | undefined, mcid: number, shown: ShownText): void {
    if (!this.#wanted.get(owner)?.has(mcid)) return;
    const collected = this.#collectedOf(owner, mcid);
    if (collected.isBroken || collected.text.length > longestText) return;
    const text = this.textOf(resources, shown);
    if (text === undefined) collected.isBroken = true;
    else {
      const isNewLine = collected.baseline !== undefined && collected.baseline !== shown.baseline;
      collected.text += isNewLine ? ` ${text}` : text;
    }
    collected.baseline = shown.baseline;
  }

  #collectedOf(owner: PDFRef, mcid: number): Collected {
    const texts = this.#texts.get(owner) ?? new Map<number, Collected>();
    this.#texts.set(owner, texts);
    const collected = texts.get(mcid) ?? { text: '', isBroken: false, baseline: undefined };
    texts.set(mcid, collected);
    return collected;
  }

  #mapOf(resources: PDFDict | undefined, name: string): UnicodeMap | undefined {
    const fonts = resources && dictAt(resources, keys.Font);
    const font = fonts && dictAt(fonts, nameOf(name));
    if (!font) return undefined;
    if (!this.#maps.has(font)) this.#maps.set(font, this.#readMap(font));
    return this.#maps.get(font);
  }

  #readMap(font: PDFDict): UnicodeMap | undefined {
    const { context, budget } = this.#document;
    const stream = resolved(context, font.get(keys.ToUnicode));
    // A code of a font with other widths would be misread.
    if (nameAt(font, keys.Subtype) === 'Type0' && nameAt(font, keys.Encoding) !== 'Identity-H')
      return undefined;
    const filters = stream instanceof PDFRawStream ? filtersOf(stream.dict) : undefined;
    if (!(stream instanceof PDFRawStream) || !filters) return undefined;
    const decoded = decodeStream(stream.contents, filters, budget.contents);
    return decoded && UnicodeMap.parse(decoded.bytes);
  }
}

/** Characters of scripts that run from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** The strings among the operands. */
function textIn({ bytes, operator }: ShownText, map: UnicodeMap): string | undefined {
  let text = '';
  for (let at = operator.start; at < operator.at;) {
    const end = endOfToken(bytes, at, operator.at) ?? operator.at;
    const code = bytes[at];
    const isHex = code === Char.less && end - at > 1;
    if (isHex || code === Char.parenthesisOpen) {
      const string = (isHex ? hexBytes : literalBytes)(bytes, at + 1, end - 1);
      const part = map.textOf(string);
      if (part === undefined) return undefined;
      text += part;
    }
    at = skipSpace(bytes, end, operator.at);
  }
  return text;
}
