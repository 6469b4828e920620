import type { PdfiumProgram } from '../pdfium/program.ts';
import type { Face } from './glyph.ts';

/** Flags of a font descriptor (PDF 32000-1, table 123). */
const [fixedPitch, italicFlag, forceBold] = [1 << 0, 1 << 6, 1 << 18];

/** Weights from which a font counts as bold. */
const boldWeight = 600;

const nameBytes = 128;

/** Fonts whose descriptor does not always say so. */
const monospacedName = /mono|courier|consolas|menlo|typewriter|^cmtt/i;

const unknown: Face = { name: '', bold: false, italic: false, monospaced: false };

/** The fonts of the pages of a document. PDFium can use the handle of a font again that it has released. */
export class PdfiumFaces {
  readonly #program: PdfiumProgram;
  #faces = new Map<number, Face>();
  /** Those of the page before, which is still open. */
  #before: ReadonlyMap<number, Face> = new Map();
  readonly #name: number;

  constructor(program: PdfiumProgram) {
    this.#program = program;
    this.#name = program.allocate(nameBytes);
  }

  /** Begins a page. The one before must stay open as long as faces of this page are read. */
  beginPage(): void {
    this.#before = this.#faces;
    this.#faces = new Map();
  }

  of(font: number): Face {
    if (!font) return unknown;
    let face = this.#faces.get(font);
    if (!face) this.#faces.set(font, (face = this.#before.get(font) ?? this.#read(font)));
    return face;
  }

  #read(font: number): Face {
    const { FPDFFont_GetBaseFontName, FPDFFont_GetFlags, FPDFFont_GetWeight } = this.#program.exports;
    // The length includes a zero at the end.
    const length = FPDFFont_GetBaseFontName(font, this.#name, nameBytes);
    const bytes = this.#program.view(this.#name, length > 0 && length <= nameBytes ? length - 1 : 0);
    const whole = Buffer.from(bytes).toString('utf8');
    const name = whole.replace(/^[A-Z]{6}\+/, '');
    const flags = FPDFFont_GetFlags(font);
    return {
      name,
      bold:
        (flags & forceBold) !== 0 || FPDFFont_GetWeight(font) >= boldWeight || /bold|black|heavy/i.test(name),
      italic: (flags & italicFlag) !== 0 || /italic|oblique/i.test(name),
      monospaced: (flags & fixedPitch) !== 0 || monospacedName.test(name),
    };
  }
}
