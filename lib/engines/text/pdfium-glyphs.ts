import type { PageView } from '../pdf/assembly/pages/page-view.ts';
import type { PdfiumExports, PdfiumProgram } from '../pdfium/program.ts';
import { displayedX, displayedY, pointOnPage } from './display.ts';
import type { Box, Face, Glyph } from './glyph.ts';
import { PdfiumFaces } from './pdfium-faces.ts';
import { PdfiumNumbers } from './pdfium-numbers.ts';
import { Utf16Reader } from './utf16-reader.ts';

/** A text object of a page: glyphs that share font, size and direction. */
interface TextObject {
  run: number;
  contentId: number;
  face: Face;
  size: number;
  angle: number;
  hidden: boolean;
  /** Its glyphs, to find vertical text. */
  glyphs: Glyph[];
}

/** The text rendering mode that draws nothing (PDF 32000-1, table 106). */
const invisible = 3;

/** What PDFium puts in place of a hyphen at the end of a line. */
const lineEndHyphen = 2;

/** The smallest size of a font, in points: sizes divide distances. */
const leastSize = 0.1;

/** Reads the glyphs of the pages of an open document. */
export class PdfiumGlyphs {
  readonly #calls: PdfiumExports;
  readonly #faces: PdfiumFaces;
  readonly #numbers: PdfiumNumbers;
  /** The text of characters that were read before. */
  readonly #texts = new Map<number, string>();

  constructor(program: PdfiumProgram) {
    this.#calls = program.exports;
    this.#faces = new PdfiumFaces(program);
    this.#numbers = new PdfiumNumbers(program);
  }

  /**
   * Returns the glyphs of a page in the order of its content. Those outside of the page are left out.
   *
   * @param page PDFium's handle
   */
  read(page: number, view: PageView): Glyph[] {
    const textPage = this.#calls.FPDFText_LoadPage(page);
    if (!textPage) return [];
    try {
      return this.#glyphsOf(textPage, view);
    } finally {
      this.#calls.FPDFText_ClosePage(textPage);
    }
  }

  #glyphsOf(textPage: number, view: PageView): Glyph[] {
    const { FPDFText_CountChars, FPDFText_GetUnicode, FPDFText_IsGenerated, FPDFText_GetTextObject } =
      this.#calls;
    const count = FPDFText_CountChars(textPage);
    const objects = new Map<number, TextObject>();
    let object: TextObject | undefined;
    const units = new Utf16Reader();
    const glyphs: Glyph[] = [];
    let afterSpace = false;
    for (let index = 0; index < count; index += 1) {
      const unicode = units.read(FPDFText_GetUnicode(textPage, index));
      if (unicode === undefined) continue;
      const text = this.#textOf(unicode);
      if (text === '') {
        // PDFium adds white space where it sees a gap or a new line.
        afterSpace ||= FPDFText_IsGenerated(textPage, index) !== 1;
        continue;
      }
      const pointer = FPDFText_GetTextObject(textPage, index);
      if (!pointer) continue;
      if (object?.run !== pointer) {
        object = objects.get(pointer);
        if (!object) objects.set(pointer, (object = this.#objectAt(textPage, index, pointer, view)));
      }
      const glyph = this.#glyphAt(textPage, index, view, text, afterSpace, object);
      if (!isOnPage(glyph.box, view)) continue;
      glyphs.push(glyph);
      object.glyphs.push(glyph);
      afterSpace = false;
    }
    for (const { glyphs: ofObject } of objects.values()) markVertical(ofObject);
    return glyphs;
  }

  #textOf(unicode: number): string {
    let text = this.#texts.get(unicode);
    if (text === undefined) this.#texts.set(unicode, (text = textOf(unicode)));
    return text;
  }

  #glyphAt(
    textPage: number,
    index: number,
    view: PageView,
    text: string,
    afterSpace: boolean,
    { contentId, face, size, angle, hidden, run }: TextObject,
  ): Glyph {
    const { FPDFText_GetLooseCharBox, FPDFText_GetCharOrigin } = this.#calls;
    const { address } = this.#numbers;
    const hasBox = FPDFText_GetLooseCharBox(textPage, index, address) !== 0;
    const { float32 } = this.#numbers;
    // Left, top, right, bottom.
    const [a, b, c, d] = hasBox
      ? [float32[0] as number, float32[1] as number, float32[2] as number, float32[3] as number]
      : [0, 0, 0, 0];
    const [x1, y1] = [displayedX(view, a, d), displayedY(view, a, d)];
    const [x2, y2] = [displayedX(view, c, b), displayedY(view, c, b)];
    const box = {
      left: Math.min(x1, x2),
      top: Math.min(y1, y2),
      right: Math.max(x1, x2),
      bottom: Math.max(y1, y2),
    };
    const hasOrigin = FPDFText_GetCharOrigin(textPage, index, address, address + 8) !== 0;
    const { float64 } = this.#numbers;
    const [originX, originY] = hasOrigin ? [float64[0] as number, float64[1] as number] : [0, 0];
    const [x, y] = [displayedX(view, originX, originY), displayedY(view, originX, originY)];
    return { text, box, x, y, angle, vertical: false, size, face, contentId, run, hidden, afterSpace };
  }

  #objectAt(textPage: number, index: number, pointer: number, view: PageView): TextObject {
    const calls = this.#calls;
    const [a = 1, b = 0, c = 0, d = 1] = this.#numbers.floats(6, (at) =>
      calls.FPDFText_GetMatrix(textPage, index, at),
    );
    const [x0, y0] = pointOnPage(view, 0, 0);
    const [x1, y1] = pointOnPage(view, a, b);
    const size = calls.FPDFText_GetFontSize(textPage, index) * Math.hypot(c, d) * view.unit;
    return {
      run: pointer,
      contentId: calls.FPDFPageObj_GetMarkedContentID(pointer),
      face: this.#faces.of(calls.FPDFTextObj_GetFont(pointer)),
      size: Number.isFinite(size) ? Math.max(leastSize, size) : leastSize,
      angle: Math.atan2(y1 - y0, x1 - x0),
      hidden: calls.FPDFTextObj_GetTextRenderMode(pointer) === invisible,
      glyphs: [],
    };
  }
}

/** The text of a character; empty for white space. PDFium has no text for glyphs of some fonts. */
function textOf(unicode: number): string {
  if (unicode === 0) return '\ufffd';
  if (unicode === lineEndHyphen) return '-';
  const text = String.fromCodePoint(unicode);
  return unicode < 32 || text.trim() === ''
    ? ''
    : presentationForms.test(text)
      ? text.normalize('NFKC')
      : text;
}

/** Ligatures and shapes of letters, which have the same meaning as the letters. */
const presentationForms = /[\ufb00-\ufdcf\ufdf0-\ufdfc\ufe70-\ufefc]/;

function isOnPage({ left, top, right, bottom }: Box, { width, height }: PageView): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= 0 && x <= width && y >= 0 && y <= height;
}

/** Distances between the glyphs of vertical text, in sizes of the font. */
const [mostAcross, leastDown, mostDown] = [0.6, 0.3, 3];

/** Marks the glyphs of a text object whose line runs downwards: only vertical writing does so within an object. */
function markVertical(glyphs: readonly Glyph[]): void {
  const isVertical = glyphs.every((glyph, index) => {
    const last = glyphs[index - 1];
    if (!last) return glyphs.length > 1 && glyph.angle === 0;
    const [across, down] = [Math.abs(glyph.x - last.x), glyph.y - last.y];
    return across < mostAcross * glyph.size && down > leastDown * glyph.size && down < mostDown * glyph.size;
  });
  if (!isVertical) return;
  for (const glyph of glyphs) Object.assign(glyph, { vertical: true, angle: Math.PI / 2 });
}
