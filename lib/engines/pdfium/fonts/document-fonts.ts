import { isCovered, isVisible } from '../../fonts/font-inventory.ts';
import {
  type FontWarning,
  missingGlyphWarnings,
  type Substitution,
  substitutionWarnings,
} from '../../fonts/font-warnings.ts';
import { builtInCharacters, isSymbolFont } from './built-in-fonts.ts';
import type { FontChoice } from './font-choice.ts';
import { familyKey, type FontRequest, isStandardFont } from './font-request.ts';
import { openFontChoice } from './open-font-choice.ts';
import type { ReplacedFont } from './page-fonts.ts';
import type { ChosenFace, FontSource } from './system-fonts.ts';

/** The family that PDFium asks for when the font of a text lacks a character. */
const fallback: FontRequest = {
  name: 'Helvetica',
  isBold: false,
  isItalic: false,
  charset: 0,
  isMonospaced: false,
  hasSerifs: false,
};

/** What a document gets for the fonts that it does not contain. */
export class DocumentFonts implements FontSource {
  readonly #fontsConf: string | undefined;
  readonly #requests = new Map<string, FontRequest>();
  readonly #wanted = new Map<string, Set<string>>();
  #ofPage: Substitution[] = [];

  /** @param fontsConf the fonts layer's `fonts.conf`; undefined if the installation has no fonts */
  constructor(fontsConf: string | undefined) {
    this.#fontsConf = fontsConf;
  }

  /** Whether PDFium has asked for a font. Without that the document contains all its fonts. */
  get areUsed(): boolean {
    return this.#requests.size > 0;
  }

  faceFor(request: FontRequest): ChosenFace | undefined {
    const key = familyKey(request.name);
    this.#requests.set(key, request);
    const face = this.#choice()?.faceFor(request, this.#wanted.get(key));
    if (face) this.#ofPage.push({ font: request.name, by: face.family });
    return face;
  }

  /** Whether characters of these fonts are missing that another face of the layer has. */
  canImprove(fonts: readonly ReplacedFont[]): boolean {
    const choice = this.#choice();
    if (!choice) return false;
    return fonts.some((font) => {
      const key = familyKey(font.name);
      const request = this.#requests.get(key);
      if (!request || this.#wanted.has(key) || this.#missingOf(font).length === 0) return false;
      const better = choice.faceFor(request, font.characters);
      return better !== undefined && better.family !== font.by;
    });
  }

  /** Has the next instance of PDFium get faces with the characters of these fonts. */
  plan(fonts: readonly ReplacedFont[]): void {
    for (const { name, characters } of fonts) {
      const key = familyKey(name);
      this.#wanted.set(key, new Set([...(this.#wanted.get(key) ?? []), ...characters]));
    }
    this.#ofPage = [];
  }

  /** The warnings about a page that was drawn. `fonts` are those of its text; its annotations can have others. */
  warningsOf(fonts: readonly ReplacedFont[]): FontWarning[] {
    const known = new Set(fonts.map(({ name }) => familyKey(name)));
    const others = this.#ofPage.filter(({ font }) => !known.has(familyKey(font)));
    this.#ofPage = [];
    const replaced = fonts.map(({ name, by }) => ({ font: name.replace(/^[A-Z]{6}\+/, ''), by }));
    return [
      ...substitutionWarnings([...replaced, ...others].filter(isNoticeable)),
      ...missingGlyphWarnings(fonts.flatMap((font) => this.#missingOf(font))),
    ];
  }

  #missingOf({ by, characters }: ReplacedFont): string[] {
    const choice = this.#choice();
    if (!choice?.has(by) && isSymbolFont(by)) return [];
    const families = [by, choice?.faceFor(fallback, this.#wanted.get(familyKey(fallback.name)))?.family];
    return [...characters].filter(
      (character) =>
        isVisible(character) &&
        !families.some((family) =>
          family !== undefined && choice?.has(family)
            ? choice.covers(family, character)
            : isCovered({ characters: builtInCharacters }, character),
        ),
    );
  }

  #choice(): FontChoice | undefined {
    return this.#fontsConf === undefined ? undefined : openFontChoice(this.#fontsConf);
  }
}

/** A standard font has a replacement that looks nearly the same, and a font of the layer is no replacement. */
const isNoticeable = ({ font, by }: Substitution): boolean =>
  font !== '' && !isStandardFont(font) && familyKey(font) !== familyKey(by);
