import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FontData } from '../font-data.ts';
import { readCharacterIds } from '../sfnt/character-ids.ts';
import { readFace } from '../sfnt/face.ts';
import { readMetrics } from '../sfnt/metrics.ts';
import { readFaceTables } from '../sfnt/tables.ts';
import type { TextFace } from '../text-faces.ts';
import type { Shaper } from './harfbuzz/shaper.ts';
import type { FontFacts, Ink } from './shaped-line.ts';

/** Measures of a glyph in ems, from its origin. */
interface MeasuredGlyph {
  /** How far the next glyph is, if nothing is adjusted. */
  width: number;
  bounds: Ink;
}

const zeroWidthSpace = '\u200b';

/** The file of a face, which may have others too. */
export const readFontOf = (folder: string, { file }: TextFace): Buffer => readFileSync(join(folder, file));

/** A font in the memory of a shaper. */
export class OpenFont {
  readonly facts: FontFacts;
  /** The shaper's own. */
  readonly handle: number;
  readonly #shaper: Shaper;
  readonly #glyphs = new Map<number, MeasuredGlyph>();

  /**
   * @param folder of `fonts.conf`
   * @throws InputFault `invalid-file-type` when the font is damaged, which the build of the layer would have reported
   */
  constructor(folder: string, face: TextFace, shaper: Shaper) {
    const bytes = readFontOf(folder, face);
    const tables = readFaceTables(bytes)[face.index];
    if (!tables) throw new RangeError(`${face.file} has no face ${face.index}`);
    const postScript = tables.get('CFF ');
    this.handle = shaper.open(bytes, face.index);
    this.#shaper = shaper;
    this.facts = {
      ...readMetrics(tables),
      postScriptName: readFace(tables).postScriptName,
      outlines: postScript ? 'PostScript' : 'TrueType',
      characterIds: postScript && readCharacterIds(postScript),
      glyphCount: new FontData(tables.get('maxp') ?? Buffer.alloc(0), 'maxp table').u16(4),
      blankGlyph: this.#blankGlyph(),
    };
  }

  /** The glyph of a character by itself; 0 if there is none. */
  glyphOf(character: string): number {
    return this.#shaper.glyphOf(this.handle, character.codePointAt(0) ?? 0);
  }

  glyph(id: number): MeasuredGlyph {
    const known = this.#glyphs.get(id);
    if (known) return known;
    const { unitsPerEm } = this.facts;
    const { left, bottom, right, top } = this.#shaper.bounds(this.handle, id);
    const measured = {
      width: this.#shaper.advance(this.handle, id) / unitsPerEm,
      bounds: {
        left: left / unitsPerEm,
        bottom: bottom / unitsPerEm,
        right: right / unitsPerEm,
        top: top / unitsPerEm,
      },
    };
    this.#glyphs.set(id, measured);
    return measured;
  }

  #blankGlyph(): number | undefined {
    const id = this.glyphOf(zeroWidthSpace);
    if (id === 0 || this.#shaper.advance(this.handle, id) !== 0) return undefined;
    const { left, bottom, right, top } = this.#shaper.bounds(this.handle, id);
    return left === right && bottom === top ? id : undefined;
  }
}
