import type * as nGrams from './n-grams.ts';
import { type Piece, piecesOf } from './text-pieces.ts';

/**
 * Returns the language of a text (BCP 47), or undefined if the text is too short, is in several languages, or in one that is
 * not known.
 */
export type DetectLanguage = (text: string) => string | undefined;

/** Characters of a text that are looked at. */
export const longestSample = 50_000;

/** Shorter texts are undecided. In bytes of their letters. */
const leastWeight = 10;

/** Texts that are shorter have to be in their language beyond doubt. In bytes of their letters. */
const shortWeight = 40;

/** Shares of the text by its letters: what one language has of the pieces whose language is clear, and of all. */
const leastShare = { ofClear: 2 / 3, ofAll: 1 / 2 };

/** What a text has to score, as a share of what texts in its language score on average; less if no other language is near. */
const leastScore = { usual: 0.9, alone: 0.75 };

/** How much better than in the next language a text has to score. */
const leastLead = { short: 0.05, long: 0.02, alone: 0.25 };

let opened: Promise<DetectLanguage> | undefined;

/** Opens the detector, whose database takes a fifth of a second to load, once for the process. */
export const openLanguageDetector = (): Promise<DetectLanguage> => (opened ??= open());

async function open(): Promise<DetectLanguage> {
  // A module of its own, so that a program that needs no detector does not read it.
  const module = (await import(import.meta.resolve('./n-grams.ts'))) as typeof nGrams;
  return (text) => detect(text.slice(0, longestSample), module.eld);
}

type Detector = Pick<typeof nGrams.eld, 'detect'>;

function detect(text: string, detector: Detector): string | undefined {
  const pieces = piecesOf(text);
  const all = pieces.reduce((sum, { weight }) => sum + weight, 0);
  if (all < leastWeight) return undefined;
  const lead = all < shortWeight ? leastLead.short : leastLead.long;
  const votes = new Map<string, number>();
  for (const piece of pieces) {
    const language = languageOf(piece, detector, lead);
    if (language !== undefined) votes.set(language, (votes.get(language) ?? 0) + piece.weight);
  }
  const clear = [...votes.values()].reduce((sum, weight) => sum + weight, 0);
  const least = Math.max(clear * leastShare.ofClear, all * leastShare.ofAll);
  return [...votes].find(([, weight]) => weight >= least)?.[0];
}

/** Scripts that run from right to left. Their characters can be in either order. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

function languageOf({ text }: Piece, detector: Detector, lead: number): string | undefined {
  // Presentation forms become letters.
  const plain = text.normalize('NFKC');
  const results = rightToLeft.test(plain)
    ? [resultOf(plain, detector), resultOf(Array.from(plain).reverse().join(''), detector)]
    : [resultOf(plain, detector)];
  const [best] = results.sort((one, other) => other.score - one.score);
  if (!best || best.lead < lead) return undefined;
  const needed = best.lead < leastLead.alone ? leastScore.usual : leastScore.alone;
  return best.isReliable(needed) ? best.language : undefined;
}

function resultOf(text: string, detector: Detector) {
  const result = detector.detect(text);
  const [score = 0, next = 0] = Object.values(result.getScores()).sort((one, other) => other - one);
  // The types of the package leave out the parameter.
  const isReliable = result.isReliable as (share: number) => boolean;
  return { language: result.language, score, lead: score - next, isReliable };
}
