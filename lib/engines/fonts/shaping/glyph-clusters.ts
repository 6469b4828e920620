import type { PlacedGlyph } from './harfbuzz/shaper.ts';
import type { OpenFont } from './open-font.ts';
import type { Glyph, GlyphCluster } from './shaped-line.ts';

/** `.notdef`, which PDF/A forbids to draw. */
const noGlyph = 0;

/**
 * Divides the glyphs of a run by the text that they stand for: from the start of one cluster to that of the next.
 *
 * @param end of the run in the line, in UTF-16 code units
 */
export function glyphClusters(
  glyphs: readonly PlacedGlyph[],
  line: string,
  end: number,
  font: OpenFont,
): GlyphCluster[] {
  const starts = [...new Set(glyphs.map(({ cluster }) => cluster)), end].sort((one, other) => one - other);
  const ends = new Map(starts.map((start, index) => [start, starts[index + 1] ?? end]));
  const byStart = new Map<number, PlacedGlyph[]>();
  for (const glyph of glyphs.filter(({ id }) => id !== noGlyph)) {
    const placed = byStart.get(glyph.cluster);
    if (placed) placed.push(glyph);
    else byStart.set(glyph.cluster, [glyph]);
  }
  return [...byStart].map(([start, placed]) => {
    const text = line.slice(start, ends.get(start));
    const shares = sharesOf(text, placed, font);
    return { text, glyphs: placed.map((glyph, index) => glyphOf(glyph, shares[index] ?? '', font)) };
  });
}

function glyphOf({ id, advance, dx, dy }: PlacedGlyph, text: string, font: OpenFont): Glyph {
  const { unitsPerEm } = font.facts;
  return {
    id,
    text,
    width: font.glyph(id).width,
    advance: advance / unitsPerEm,
    dx: dx / unitsPerEm,
    dy: dy / unitsPerEm,
  };
}

/** The characters that each glyph stands for by itself. The first glyph of unknown ones gets the rest of the text. */
function sharesOf(text: string, glyphs: readonly PlacedGlyph[], font: OpenFont): string[] {
  if (glyphs.length === 1) return [text];
  const rest = Array.from(text);
  const shares = glyphs.map(({ id }) => {
    const place = rest.findIndex((character) => font.glyphOf(character) === id);
    return place < 0 ? undefined : rest.splice(place, 1).join('');
  });
  const unknown = shares.indexOf(undefined);
  return shares.map((share, index) => share ?? (index === unknown ? rest.join('') : ''));
}
