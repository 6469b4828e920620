/** A font of the layer and the fonts it substitutes, which documents and pages name and the layer does not contain. */
export interface Substitute {
  /** Family name in the layer. */
  readonly by: string;
  /** The generic family for characters that this font lacks. */
  readonly generic: 'sans-serif' | 'serif' | 'monospace';
  /**
   * How much wider text is than in the original font, in percent, by that font's family name: the mean of the regular
   * style's advance widths, weighted by letter frequency in English. `null` where no reference is available.
   */
  readonly families: Readonly<Record<string, number | null>>;
}
