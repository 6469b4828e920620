import type { Glyph, GlyphCluster, GlyphRun } from '../../../fonts/shaping/shaped-line.ts';

/**
 * The clusters of a run for readers that reverse right-to-left text character by character. They would reverse the text of
 * a ligature too, so it stands for the last of its characters, and blank glyphs after it for the others. Without a blank
 * glyph in the font, and where several glyphs belong together, clusters stay as they are.
 */
export function separatedClusters({ clusters, isRightToLeft, font }: GlyphRun): readonly GlyphCluster[] {
  const { blankGlyph } = font;
  // Fonts with PostScript outlines cannot show one glyph by several codes.
  if (!isRightToLeft || blankGlyph === undefined || font.outlines !== 'TrueType') return clusters;
  return clusters.flatMap((cluster) => {
    const [glyph, ...others] = cluster.glyphs;
    return glyph && others.length === 0 ? separated(cluster.text, glyph, blankGlyph) : [cluster];
  });
}

function separated(text: string, glyph: Glyph, blankGlyph: number): GlyphCluster[] {
  const [last = '', ...before] = Array.from(text).reverse();
  // Where the glyph ends, so that nothing moves.
  const dx = glyph.dx + glyph.width - glyph.advance;
  const clusterOf = (part: string, changes: Partial<Glyph>): GlyphCluster => ({
    text: part,
    glyphs: [{ ...glyph, text: part, ...changes }],
  });
  return [
    clusterOf(last, {}),
    ...before.map((part) => clusterOf(part, { id: blankGlyph, width: 0, advance: 0, dx })),
  ];
}
