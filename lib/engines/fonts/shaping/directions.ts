import bidiModule, { type Bidi, type BidiCharTypeName } from 'bidi-js';

/** The package's types describe an ES module, and Node.js loads its CommonJS one, whose export is the function. */
const createBidi = bidiModule as unknown as () => Bidi;

/** Made when needed: most processes shape no text. */
let bidi: Bidi | undefined;

/** A character of the Basic Multilingual Plane with each type of those beyond it. */
const standIns: Partial<Record<BidiCharTypeName, string>> = {
  R: '\u05d0',
  AL: '\u0627',
  AN: '\u0660',
  EN: '0',
  ET: '$',
  ON: '!',
  NSM: '\u0300',
  BN: '\u200b',
};

/** Directions of a line. */
export interface Directions {
  /** Of the whole line, by its first character with a direction. Even is left-to-right, odd right-to-left. */
  baseLevel: number;
  /** Embedding level of each character. */
  levels: Uint8Array;
}

/** Embedding levels and separators at the end of a line do not leave its base direction (rule L1). */
const trailing = /^[\s\u2066-\u2069]/;

/**
 * Applies the Unicode Bidirectional Algorithm (UAX 9) to the characters of a line, which has no paragraph separators.
 * The package reads UTF-16 code units, so other characters stand in for those that have two.
 */
export function directionsOf(characters: readonly string[]): Directions {
  const algorithm = (bidi ??= createBidi());
  const units = characters.map((character) =>
    character.length === 1 ? character : (standIns[algorithm.getBidiCharTypeName(character)] ?? 'a'),
  );
  const { levels, paragraphs } = algorithm.getEmbeddingLevels(units.join(''), 'auto');
  const baseLevel = paragraphs[0]?.level ?? 0;
  for (let at = characters.length - 1; at >= 0 && trailing.test(characters[at] ?? ''); at -= 1) {
    levels[at] = baseLevel;
  }
  return { baseLevel, levels };
}

/** The parts of a line from left to right (rule L2). */
export function visualOrder<Part extends { level: number }>(parts: readonly Part[]): Part[] {
  const ordered = [...parts];
  const highest = parts.reduce((most, { level }) => Math.max(most, level), 0);
  for (let level = highest; level > 0; level -= 1) {
    let start = 0;
    for (let end = 0; end <= ordered.length; end += 1) {
      if ((ordered[end]?.level ?? -1) >= level) continue;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = end + 1;
    }
  }
  return ordered;
}
