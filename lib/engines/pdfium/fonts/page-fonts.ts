import type { PdfiumProgram } from '../program.ts';

/** A font of a page that is not embedded. */
export interface ReplacedFont {
  /** As the document names it. */
  name: string;
  /** The family of the face that PDFium took for it. */
  by: string;
  /** The visible ones that the page shows in it. */
  characters: Set<string>;
}

/** Most bytes of a name that are read. */
const nameBytes = 256;

/** The text rendering mode that draws nothing (PDF 32000-1, table 106). */
const invisible = 3;

/** Reads which fonts of the pages of a document are not embedded, and what they show. */
export class PageFonts {
  readonly #program: PdfiumProgram;
  readonly #name: number;
  /** By PDFium's handle. Undefined for embedded ones. */
  readonly #fonts = new Map<number, Pick<ReplacedFont, 'name' | 'by'> | undefined>();

  constructor(program: PdfiumProgram) {
    this.#program = program;
    this.#name = program.allocate(nameBytes);
  }

  /** @param page PDFium's handle of a loaded page */
  read(page: number): ReplacedFont[] {
    const { FPDFText_LoadPage, FPDFText_ClosePage } = this.#program.exports;
    const text = FPDFText_LoadPage(page);
    if (!text) return [];
    try {
      return this.#read(text);
    } finally {
      FPDFText_ClosePage(text);
    }
  }

  #read(text: number): ReplacedFont[] {
    const calls = this.#program.exports;
    const found = new Map<number, ReplacedFont>();
    const ofObject = new Map<number, ReplacedFont | undefined>();
    const count = calls.FPDFText_CountChars(text);
    for (let index = 0; index < count; index += 1) {
      const object = calls.FPDFText_GetTextObject(text, index);
      if (!object) continue;
      if (!ofObject.has(object)) ofObject.set(object, this.#fontOf(object, found));
      const font = ofObject.get(object);
      if (!font || calls.FPDFText_IsGenerated(text, index) === 1) continue;
      const code = calls.FPDFText_GetUnicode(text, index);
      const character = code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
      if (character.isWellFormed()) font.characters.add(character);
    }
    return [...found.values()];
  }

  /** The font of a text object, unless it is embedded or the text is invisible. */
  #fontOf(object: number, found: Map<number, ReplacedFont>): ReplacedFont | undefined {
    const calls = this.#program.exports;
    if (calls.FPDFTextObj_GetTextRenderMode(object) === invisible) return undefined;
    const handle = calls.FPDFTextObj_GetFont(object);
    if (!handle) return undefined;
    if (!this.#fonts.has(handle)) this.#fonts.set(handle, this.#replaced(handle));
    const font = this.#fonts.get(handle);
    if (!font) return undefined;
    const known = found.get(handle) ?? { ...font, characters: new Set() };
    found.set(handle, known);
    return known;
  }

  #replaced(font: number): Pick<ReplacedFont, 'name' | 'by'> | undefined {
    const calls = this.#program.exports;
    if (calls.FPDFFont_GetIsEmbedded(font) !== 0) return undefined;
    return {
      name: this.#text((at, bytes) => calls.FPDFFont_GetBaseFontName(font, at, bytes)),
      by: this.#text((at, bytes) => calls.FPDFFont_GetFamilyName(font, at, bytes)),
    };
  }

  /** @param write returns the length, with the zero at its end */
  #text(write: (at: number, bytes: number) => number): string {
    const length = write(this.#name, nameBytes);
    if (length <= 1 || length > nameBytes) return '';
    return Buffer.from(this.#program.view(this.#name, length - 1)).toString('utf8');
  }
}
