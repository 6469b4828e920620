/** How the words of a text correspond to those of another reader. */
export interface WordComparison {
  /** Words of the other reader. */
  words: number;
  /** Those that the text has too, as often as the text has them. */
  found: number;
  /** Those that are in the same order in both, at most `found`. */
  inOrder: number;
  /** The first words that are missing. */
  missing: readonly string[];
}

const shownWords = 5;

/** The words of a text. Compatible characters, such as ligatures and their letters, are equal. */
export const wordsIn = (text: string): string[] =>
  text.normalize('NFKC').replaceAll('\u00ad', '').split(/\s+/u).filter(Boolean);

/** Compares the words of a text with those of another reader. */
export function compareWords(ours: readonly string[], theirs: readonly string[]): WordComparison {
  const places = new Map<string, number[]>();
  for (const [place, word] of ours.entries()) {
    const known = places.get(word);
    if (known) known.push(place);
    else places.set(word, [place]);
  }
  const used = new Map<string, number>();
  const matched: number[] = [];
  const missing: string[] = [];
  for (const word of theirs) {
    const next = used.get(word) ?? 0;
    const place = places.get(word)?.[next];
    used.set(word, next + 1);
    if (place === undefined) missing.push(word);
    else matched.push(place);
  }
  return {
    words: theirs.length,
    found: matched.length,
    inOrder: longestAscent(matched),
    missing: missing.slice(0, shownWords),
  };
}

/** The length of the longest increasing subsequence. */
function longestAscent(places: readonly number[]): number {
  /** The smallest end of an ascent of each length. */
  const ends: number[] = [];
  for (const place of places) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    ends[low] = place;
  }
  return ends.length;
}
