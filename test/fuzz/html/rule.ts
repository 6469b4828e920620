import type { Random } from '../mutations.ts';

/** Generates a part of a page. */
export type Rule = (grammar: Grammar) => string;

/** The operations that rules use. */
export interface Grammar {
  readonly random: Random;
  /** Elements and text. */
  content(): string;
  text(): string;
  /** Attributes after a space, or an empty string. */
  attributes(): string;
  /** A number as an attribute states it, or something that is not a number. */
  count(): string;
  /** Applies `rule` zero to three times, until the page has as many elements as it may have. */
  repeat(rule: Rule): string;
  /** Applies one to `most` of `rules`, separated by `separator`. */
  some(rules: readonly Rule[], most: number, separator: string): string;
}
