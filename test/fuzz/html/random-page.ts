import { mutated, type Random } from '../mutations.ts';
import { attributes, elements } from './elements.ts';
import { heads } from './heads.ts';
import type { Grammar, Rule } from './rule.ts';
import { words } from './values.ts';

/** Tokens of HTML and CSS that change the meaning of what follows, for mutations. */
const tokens = [
  '<',
  '>',
  '"',
  '</',
  '<!',
  '-->',
  '<script>',
  '</style>',
  '<svg>',
  '<math>',
  '<table>',
  '</template>',
  '&#x',
  '\0',
  '\ufeff',
  '{',
  '}',
  '@page{',
  'url(',
  '/*',
];

class PageGrammar implements Grammar {
  readonly random: Random;
  /** The number of elements that can still be generated, which bounds the page. */
  #left: number;

  constructor(random: Random) {
    this.random = random;
    this.#left = random.pick([5, 30, 150]);
  }

  page(): string {
    const lines = [
      this.random.pick([
        '<!doctype html>',
        '',
        '<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 3.2//EN">',
        '<?xml version="1.0"?>',
      ]),
      ...Array.from({ length: this.random.below(4) }, () => this.random.pick(heads)(this)),
      `<body${this.attributes()}>`,
      ...Array.from({ length: 1 + this.random.below(8) }, () => this.content()),
    ];
    return lines.join('\n');
  }

  content(): string {
    return this.repeat(() => (this.random.below(4) === 0 ? this.text() : this.random.pick(elements)(this)));
  }

  text(): string {
    return `${this.random.pick(words)} `.repeat(this.random.pick([1, 3, 40]));
  }

  attributes(): string {
    return this.random.below(2) === 0 ? '' : ` ${this.some(attributes, 3, ' ')}`;
  }

  count(): string {
    return this.random.pick(['0', '1', '2', '7', '-3', '1000', '65535', '1e9', '2147483648', 'x']);
  }

  repeat(rule: Rule): string {
    let text = '';
    for (let count = this.random.below(4); count > 0 && this.#left > 0; count -= 1) {
      this.#left -= 1;
      text += rule(this);
    }
    return text;
  }

  some(rules: readonly Rule[], most: number, separator: string): string {
    return Array.from({ length: 1 + this.random.below(most) }, () => this.random.pick(rules)(this)).join(
      separator,
    );
  }
}

/**
 * Generates a page by the grammar, with one line for each of its larger parts, in combinations that no author writes. One
 * in four is mutated.
 *
 * @param seeds whole pages, one of which replaces one in eight generated pages
 */
export function randomPage(random: Random, seeds: readonly Buffer[]): Buffer {
  const page = random.below(8) === 0 ? random.pick(seeds) : Buffer.from(new PageGrammar(random).page());
  return random.below(4) === 0 ? mutated(page, [...seeds, page], tokens, random) : page;
}
