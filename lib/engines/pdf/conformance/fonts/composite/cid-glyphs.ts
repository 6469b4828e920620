import { resolved } from '../../../assembly/lookup.ts';
import { decodeStream, filtersOf } from '../../../filters/decode-stream.ts';
import { compressedStream } from '../../../finishing/overlays/compressed-stream.ts';
import { keys } from '../../../keys.ts';
import { type PDFDict, PDFRawStream } from '../../../objects.ts';
import type { InflationAccount } from '../../../work-budget.ts';
import type { CffProgram } from '../programs/cff-program.ts';
import { TrueTypeProgram } from '../programs/true-type-program.ts';

/** The glyphs of character ids (PDF 32000-1, 9.7.4.2). */
export interface CidGlyphs {
  /** 0 if the id has none. */
  glyphOf(id: number): number;
  /** The ids that have a glyph. */
  ids(): Iterable<number>;
  /** Gives ids other glyphs, if that is possible. */
  change(descendant: PDFDict, glyphs: ReadonlyMap<number, number>): void;
}

/** @throws InputFault `file-too-large` when the map of a TrueType font exceeds the account */
export function cidGlyphs(
  descendant: PDFDict,
  program: TrueTypeProgram | CffProgram,
  account: InflationAccount,
): CidGlyphs {
  if (program instanceof TrueTypeProgram) return mappedGlyphs(descendant, program, account);
  return program.isKeyedById ? keyedGlyphs(program) : namedGlyphs(program);
}

function mappedGlyphs(descendant: PDFDict, program: TrueTypeProgram, account: InflationAccount): CidGlyphs {
  const stream = resolved(descendant.context, descendant.get(keys.CIDToGIDMap));
  const filters = stream instanceof PDFRawStream ? filtersOf(stream.dict) : undefined;
  const decoded =
    stream instanceof PDFRawStream && filters ? decodeStream(stream.contents, filters, account) : undefined;
  const map = decoded && Buffer.from(decoded.bytes);
  const glyphOf = (id: number): number => {
    const glyph = map ? (id * 2 + 2 <= map.length ? map.readUInt16BE(id * 2) : 0) : id;
    return glyph < program.glyphCount ? glyph : 0;
  };
  const count = map ? map.length >> 1 : program.glyphCount;
  return {
    glyphOf,
    *ids() {
      for (let id = 0; id < count; id += 1) if (glyphOf(id) !== 0) yield id;
    },
    change(changed, glyphs) {
      const changedMap = Buffer.alloc(2 * Math.max(count, ...[...glyphs.keys()].map((id) => id + 1)));
      for (let id = 0; id * 2 < changedMap.length; id += 1)
        changedMap.writeUInt16BE(glyphs.get(id) ?? glyphOf(id), id * 2);
      changed.set(keys.CIDToGIDMap, changed.context.register(compressedStream(changed.context, changedMap)));
    },
  };
}

function keyedGlyphs(program: CffProgram): CidGlyphs {
  const byId = new Map(program.ids.map((id, glyph) => [id, glyph]));
  return {
    glyphOf: (id) => byId.get(id) ?? 0,
    ids: () => program.ids.filter((id) => id !== 0),
    change(_, glyphs) {
      for (const [id, glyph] of glyphs) {
        const old = byId.get(id);
        // The glyph that had the id is in use by no text, or has an outline that the new one shares.
        if (old !== undefined && old !== glyph) program.ids[old] = 0;
        program.ids[glyph] = id;
      }
    },
  };
}

/** In fonts whose glyphs have names, character ids are the numbers of glyphs, which cannot change. */
const namedGlyphs = (program: CffProgram): CidGlyphs => ({
  glyphOf: (id) => (id < program.glyphCount ? id : 0),
  *ids() {
    for (let id = 1; id < program.glyphCount; id += 1) yield id;
  },
  change: () => undefined,
});
