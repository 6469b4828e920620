import { type LayerFaces, openLayerFaces } from '../../../../fonts/layer-faces.ts';
import type { ListedFace } from '../../../../fonts/listed-faces.ts';
import { readCharacterIds } from '../../../../fonts/sfnt/character-ids.ts';
import { readFace } from '../../../../fonts/sfnt/face.ts';
import { readGlyphMaps } from '../../../../fonts/sfnt/glyph-map.ts';
import { type FontMetrics, readMetrics } from '../../../../fonts/sfnt/metrics.ts';
import { type FontTables, readFaceTables, readTables } from '../../../../fonts/sfnt/tables.ts';
import type { FontRequest } from '../../../../pdfium/fonts/font-request.ts';
import { openFontChoice } from '../../../../pdfium/fonts/open-font-choice.ts';
import { CffProgram } from '../programs/cff-program.ts';
import { TrueTypeProgram } from '../programs/true-type-program.ts';

/** A face of the layer that stands for a font. */
export interface SubstituteFace {
  family: string;
  postScriptName: string;
  metrics: FontMetrics;
  /** The glyph of a character; 0 if it has none. */
  glyphOf(character: string): number;
  /** A program with these glyphs, and where they are in it. */
  program(glyphs: Iterable<number>): SubstituteProgram;
}

/** A font program with some glyphs of a face. */
export interface SubstituteProgram {
  program: TrueTypeProgram | CffProgram;
  /** The glyph of the program for one of the face. */
  glyphOf: (glyph: number) => number;
}

/** The fonts of a layer that stand for those that documents do not contain. */
export class SubstituteFonts {
  readonly #fontsConf: string;
  #layer: LayerFaces | undefined;
  readonly #open = new Map<ListedFace, SubstituteFace>();

  /** @param fontsConf the fonts layer's `fonts.conf` */
  constructor(fontsConf: string) {
    this.#fontsConf = fontsConf;
  }

  /** The face for a font that shows the characters; undefined if the layer has none like it. */
  faceFor(request: FontRequest, characters: ReadonlySet<string>): SubstituteFace | undefined {
    const face = openFontChoice(this.#fontsConf).completeFaceFor(request, characters);
    if (!face) return undefined;
    let open = this.#open.get(face);
    if (!open) this.#open.set(face, (open = this.#opened(face)));
    return open;
  }

  #opened(face: ListedFace): SubstituteFace {
    const layer = (this.#layer ??= openLayerFaces(this.#fontsConf));
    const tables = readFaceTables(layer.read(face))[face.index];
    if (!tables) throw new RangeError(`${face.file} has no face ${face.index}`);
    const glyphs = unicodeGlyphs(tables);
    return {
      family: face.families[0] ?? '',
      postScriptName: readFace(tables).postScriptName,
      metrics: readMetrics(tables),
      glyphOf: (character) => glyphs.get(character.codePointAt(0) ?? 0) ?? 0,
      program: (ids) => programOf(face, layer, tables.get('CFF '), ids),
    };
  }
}

/** @param postScript the outlines of the face, unless they are those of TrueType */
function programOf(
  face: ListedFace,
  layer: LayerFaces,
  postScript: Buffer | undefined,
  glyphs: Iterable<number>,
): SubstituteProgram {
  const characterIds = postScript && readCharacterIds(postScript);
  const subset = layer.subset(face, { glyphs, keepsGlyphIds: characterIds === undefined });
  const outlines = postScript && readTables(subset).get('CFF ');
  const program = outlines ? CffProgram.read(outlines) : TrueTypeProgram.read(subset);
  if (!program) throw new Error(`the subset of ${face.file} cannot be read`);
  if (!characterIds || !(program instanceof CffProgram)) return { program, glyphOf: (glyph) => glyph };
  const byId = new Map(program.ids.map((id, glyph) => [id, glyph]));
  return { program, glyphOf: (glyph) => byId.get(characterIds[glyph] ?? 0) ?? 0 };
}

/** Subtables of `cmap` with all characters, and with those of the first plane. */
const [allCharacters, firstPlane] = [10, 1];

function unicodeGlyphs(tables: FontTables): ReadonlyMap<number, number> {
  const maps = readGlyphMaps(tables.get('cmap') ?? Buffer.alloc(0));
  const map =
    maps.find(({ platform, encoding }) => platform === 3 && encoding === allCharacters) ??
    maps.find(({ platform, encoding }) => platform === 3 && encoding === firstPlane) ??
    maps.find(({ platform }) => platform === 0);
  return map?.glyphs ?? new Map();
}
