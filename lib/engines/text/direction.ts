/** A glyph of a line, or the white space between two. */
export interface PlacedText {
  text: string;
  /** Index of the glyph; undefined for white space. */
  glyph: number | undefined;
  /** Position along the line. */
  left: number;
  right: number;
}

/** Letters of scripts that run from right to left: the blocks of Unicode that are reserved for them. */
const rightToLeft =
  /^[\u0590-\u065f\u066d-\u06ef\u06fa-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Letters and numbers keep their order from left to right. */
const leftToRight = /^[\p{L}\p{N}]/u;

/** Numbers are in lines of both directions. */
const numeric = /^\p{N}/u;

/** Marks belong to the glyph before them. */
const mark = /^\p{M}/u;

const mirrored: Readonly<Record<string, string>> = Object.fromEntries(
  ['()', '[]', '{}', '<>', '«»'].flatMap(([open = '', close = '']) => [
    [open, close],
    [close, open],
  ]),
);

const firstRightToLeft = 0x590;

/** Whether a text begins with a letter that runs from right to left. */
export const isRightToLeft = (text: string): boolean =>
  text.charCodeAt(0) >= firstRightToLeft && rightToLeft.test(text);

/** A part of a line in the order in which it is seen. */
interface Cluster {
  glyphs: PlacedText[];
  rightToLeft: boolean;
  neutral: boolean;
}

/**
 * Puts the glyphs of a line in the order in which they are read. Pages show text, so the order of what runs from right to
 * left is the reverse of where it stands.
 *
 * @param glyphs of a line, whose words are in order from left to right
 */
export function readingOrder(glyphs: readonly PlacedText[]): PlacedText[] {
  if (!glyphs.some(({ text }) => isRightToLeft(text))) return [...glyphs];
  const clusters = clustersOf(glyphs);
  const letters = clusters.filter(
    ({ neutral, glyphs: [first] }) => !neutral && !numeric.test(first?.text ?? ''),
  );
  const runsLeft = 2 * letters.filter((cluster) => cluster.rightToLeft).length > letters.length;
  resolveNeutrals(clusters, runsLeft);
  const ordered = runsLeft ? clusters.reverse() : clusters;
  return reverseRuns(ordered, (cluster) => cluster.rightToLeft !== runsLeft).flatMap((cluster) =>
    cluster.rightToLeft ? cluster.glyphs.map(mirroredGlyph) : cluster.glyphs,
  );
}

/** The glyphs with their marks, from left to right. */
function clustersOf(glyphs: readonly PlacedText[]): Cluster[] {
  const clusters: (Cluster & { middle: number })[] = [];
  for (const placed of glyphs) {
    const { text } = placed;
    const last = clusters.at(-1);
    if (last && mark.test(text)) last.glyphs.push(placed);
    else {
      const runsLeft = isRightToLeft(text);
      const neutral = !runsLeft && !leftToRight.test(text);
      const middle = (placed.left + placed.right) / 2;
      clusters.push({ glyphs: [placed], rightToLeft: runsLeft, neutral, middle });
    }
  }
  return clusters.sort((a, b) => a.middle - b.middle);
}

/** Between letters of one direction, other characters have that direction; elsewhere they have that of the line. */
function resolveNeutrals(clusters: readonly Cluster[], runsLeft: boolean): void {
  let before = runsLeft;
  for (let at = 0; at < clusters.length;) {
    if (!clusters[at]?.neutral) {
      before = clusters[at]?.rightToLeft ?? runsLeft;
      at += 1;
      continue;
    }
    let end = at;
    while (clusters[end]?.neutral) end += 1;
    const after = clusters[end]?.rightToLeft ?? runsLeft;
    const direction = before === after ? before : runsLeft;
    for (; at < end; at += 1) {
      const cluster = clusters[at];
      if (cluster) cluster.rightToLeft = direction;
    }
  }
}

function reverseRuns<T>(items: readonly T[], isIn: (item: T) => boolean): T[] {
  const result: T[] = [];
  let run: T[] = [];
  for (const item of items) {
    if (isIn(item)) run.push(item);
    else {
      result.push(...run.reverse(), item);
      run = [];
    }
  }
  return [...result, ...run.reverse()];
}

const mirroredGlyph = (placed: PlacedText): PlacedText => {
  const text = mirrored[placed.text];
  return text === undefined ? placed : { ...placed, text };
};
