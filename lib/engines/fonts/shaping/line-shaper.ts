import type { TextFace } from '../text-faces.ts';
import type { FaceChoice } from './face-choice.ts';
import { glyphClusters } from './glyph-clusters.ts';
import { Shaper } from './harfbuzz/shaper.ts';
import { OpenFont } from './open-font.ts';
import type { GlyphRun, Ink, MissingGlyph, ShapedLine } from './shaped-line.ts';
import { type TextRun, textRuns } from './text-runs.ts';

/** In place of a character without a glyph. */
const missingGlyph: MissingGlyph = { kind: 'missing', advance: 0.6 };

/** HarfBuzz's script for characters that any script uses. */
const commonScript = 'Zyyy';

/** Shapes lines with one instance of HarfBuzz, which keeps the fonts of the lines. */
export class LineShaper {
  readonly #shaper: Shaper;
  readonly #folder: string;
  readonly #choice: FaceChoice;
  readonly #fonts = new Map<TextFace, OpenFont>();

  /** @param folder of `fonts.conf` */
  constructor(program: WebAssembly.Module, folder: string, choice: FaceChoice) {
    this.#shaper = new Shaper(program);
    this.#folder = folder;
    this.#choice = choice;
  }

  /** Bytes of memory that the instance has taken. */
  get heapBytes(): number {
    return this.#shaper.heapBytes;
  }

  /** @throws Error when a font cannot be read */
  shape(line: string): ShapedLine {
    const { runs, missing } = textRuns(line, this.#choice);
    const parts = runs.map((run) => (run.face ? this.#shapeRun(line, run, run.face) : missingGlyph));
    const facts = parts.flatMap((part) => (part.kind === 'glyphs' ? [part.font] : []));
    return {
      parts,
      ...this.#measure(parts),
      ascent: Math.max(0, ...facts.map(({ ascent }) => ascent)),
      descent: Math.max(0, ...facts.map(({ descent }) => -descent)),
      missing,
    };
  }

  #shapeRun(line: string, { start, end, level, script = commonScript }: TextRun, face: TextFace): GlyphRun {
    const font = this.#open(face);
    const part = { start, end, isRightToLeft: level % 2 === 1, script };
    const glyphs = this.#shaper.shape(font.handle, line, part);
    return {
      kind: 'glyphs',
      face,
      font: font.facts,
      isRightToLeft: part.isRightToLeft,
      clusters: glyphClusters(glyphs, line, end, font),
    };
  }

  /** The advance of all parts, and the area of their outlines. */
  #measure(parts: ShapedLine['parts']): { width: number; ink: Ink } {
    const ink = { left: 0, bottom: 0, right: 0, top: 0 };
    let pen = 0;
    for (const part of parts) {
      if (part.kind === 'missing') pen += part.advance;
      else {
        const font = this.#open(part.face);
        for (const { id, advance, dx, dy } of part.clusters.flatMap(({ glyphs }) => glyphs)) {
          const { bounds } = font.glyph(id);
          ink.left = Math.min(ink.left, pen + dx + bounds.left);
          ink.bottom = Math.min(ink.bottom, dy + bounds.bottom);
          ink.right = Math.max(ink.right, pen + dx + bounds.right);
          ink.top = Math.max(ink.top, dy + bounds.top);
          pen += advance;
        }
      }
    }
    return { width: pen, ink };
  }

  #open(face: TextFace): OpenFont {
    const known = this.#fonts.get(face);
    if (known) return known;
    const opened = new OpenFont(this.#folder, face, this.#shaper);
    this.#fonts.set(face, opened);
    return opened;
  }
}
