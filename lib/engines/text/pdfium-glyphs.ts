import type { PageView } from '../pdf/assembly/pages/page-view.ts';
import type { PdfiumExports, PdfiumProgram } from '../pdfium/program.ts';
import { Display } from './display.ts';
import type { GlyphRun } from './glyph.ts';
import { type Glyph, Glyphs } from './glyphs.ts';
import { PdfiumFaces } from './pdfium-faces.ts';
import { PdfiumNumbers } from './pdfium-numbers.ts';
import { Utf16Reader } from './utf16-reader.ts';

/** A text object of a page: glyphs that share font, size and direction. */
interface TextObject {
  /** PDFium's handle. */
  handle: number;
  run: GlyphRun;
  /** Glyphs that were read, and where the last one is. */
  glyphs: number;
  x: number;
  y: number;
  /** Whether its glyphs stand below each other. */
  runsDown: boolean;
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
   * @param page PDFium's handle, of a `PageSequence`
   */
  read(page: number, view: PageView): Glyphs {
    this.#faces.beginPage();
    const textPage = this.#calls.FPDFText_LoadPage(page);
    if (!textPage) return new Glyphs();
    try {
      return this.#glyphsOf(textPage, view);
    } finally {
      this.#calls.FPDFText_ClosePage(textPage);
    }
  }

  #glyphsOf(textPage: number, view: PageView): Glyphs {
    const calls = this.#calls;
    const count = calls.FPDFText_CountChars(textPage);
    const glyphs = new Glyphs(count);
    const display = new Display(view);
    const objects = new Map<number, TextObject>();
    const units = new Utf16Reader();
    let object: TextObject | undefined;
    let afterSpace = false;
    for (let index = 0; index < count; index += 1) {
      const unicode = units.read(calls.FPDFText_GetUnicode(textPage, index));
      if (unicode === undefined) continue;
      const text = this.#textOf(unicode);
      if (text === '') {
        // PDFium adds white space where it sees a gap or a new line.
        afterSpace ||= calls.FPDFText_IsGenerated(textPage, index) !== 1;
        continue;
      }
      const handle = calls.FPDFText_GetTextObject(textPage, index);
      if (!handle) continue;
      if (object?.handle !== handle) {
        object = objects.get(handle);
        if (!object) objects.set(handle, (object = this.#objectAt(textPage, index, handle, display)));
      }
      const glyph = this.#glyphAt(textPage, index, display, { text, run: object.run, afterSpace });
      if (!isOnPage(glyph, view)) continue;
      glyphs.add(glyph);
      follow(object, glyph);
      afterSpace = false;
    }
    for (const { run, glyphs: ofObject, runsDown } of objects.values()) {
      // Only vertical writing runs downwards within an object.
      if (runsDown && ofObject > 1) Object.assign(run, { vertical: true, angle: Math.PI / 2 });
    }
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
    display: Display,
    { text, run, afterSpace }: Pick<Glyph, 'text' | 'run' | 'afterSpace'>,
  ): Glyph {
    const numbers = this.#numbers;
    const hasBox = this.#calls.FPDFText_GetLooseCharBox(textPage, index, numbers.address) !== 0;
    const { float32 } = numbers;
    // Left, top, right, bottom.
    const left = hasBox ? (float32[0] as number) : 0;
    const top = hasBox ? (float32[1] as number) : 0;
    const right = hasBox ? (float32[2] as number) : 0;
    const bottom = hasBox ? (float32[3] as number) : 0;
    const hasOrigin =
      this.#calls.FPDFText_GetCharOrigin(textPage, index, numbers.address, numbers.address + 8) !== 0;
    const { float64 } = numbers;
    const originX = hasOrigin ? (float64[0] as number) : 0;
    const originY = hasOrigin ? (float64[1] as number) : 0;
    const [x1, y1] = [display.x(left, bottom), display.y(left, bottom)];
    const [x2, y2] = [display.x(right, top), display.y(right, top)];
    return {
      text,
      run,
      afterSpace,
      left: Math.min(x1, x2),
      top: Math.min(y1, y2),
      right: Math.max(x1, x2),
      bottom: Math.max(y1, y2),
      x: display.x(originX, originY),
      y: display.y(originX, originY),
    };
  }

  #objectAt(textPage: number, index: number, handle: number, display: Display): TextObject {
    const calls = this.#calls;
    const [a = 1, b = 0, c = 0, d = 1] = this.#numbers.floats(6, (at) =>
      calls.FPDFText_GetMatrix(textPage, index, at),
    );
    const across = display.x(a, b) - display.x(0, 0);
    const down = display.y(a, b) - display.y(0, 0);
    const size = calls.FPDFText_GetFontSize(textPage, index) * Math.hypot(c, d) * display.unit;
    const run = {
      angle: Math.atan2(down, across),
      vertical: false,
      size: Number.isFinite(size) ? Math.max(leastSize, size) : leastSize,
      face: this.#faces.of(calls.FPDFTextObj_GetFont(handle)),
      contentId: calls.FPDFPageObj_GetMarkedContentID(handle),
      hidden: calls.FPDFTextObj_GetTextRenderMode(handle) === invisible,
    };
    return { handle, run, glyphs: 0, x: 0, y: 0, runsDown: run.angle === 0 };
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

function isOnPage({ left, top, right, bottom }: Glyph, { width, height }: PageView): boolean {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return x >= 0 && x <= width && y >= 0 && y <= height;
}

/** Distances between the glyphs of vertical text, in sizes of the font. */
const [mostAcross, leastDown, mostDown] = [0.6, 0.3, 3];

/** Counts a glyph of a text object, and checks whether it is below the one before. */
function follow(object: TextObject, { x, y }: Glyph): void {
  const { size } = object.run;
  if (object.glyphs > 0 && object.runsDown) {
    const [across, down] = [Math.abs(x - object.x), y - object.y];
    object.runsDown = across < mostAcross * size && down > leastDown * size && down < mostDown * size;
  }
  object.glyphs += 1;
  object.x = x;
  object.y = y;
}
