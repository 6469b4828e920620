import { textAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import { longestSample } from '../../../../language/language-detector.ts';
import { isWordless } from '../../../../language/text-pieces.ts';
import type { Tag } from '../structure/tag.ts';
import type { TagTree } from '../structure/tag-tree.ts';

/**
 * Collects the text of a document by which its language can be detected: that for which no element states a language.
 * Of the other text, it counts the characters in each language.
 */
export class LanguageSample {
  readonly #parts: string[] = [];
  /** Texts that occur again and again, such as in the cells of a table, add nothing. */
  readonly #seen = new Set<string>();
  #length = 0;
  #isWhole = true;
  readonly #stated = new Map<string, number>();
  readonly #languages = new Map<Tag, string | undefined>();
  #last: { tag: Tag; baseline: number | undefined } | undefined;

  /** Adds the texts that elements state for their content. */
  addStatedTexts(tree: TagTree): void {
    for (const tag of tree.tags()) {
      const text = textAt(tag.dict, keys.ActualText) || textAt(tag.dict, keys.Alt);
      if (text) this.add(tag, text);
    }
  }

  /** Whether further text is of no use. */
  get isFull(): boolean {
    return this.#length >= longestSample;
  }

  /**
   * @param text undefined for text that is not known
   * @param baseline where the text stands: texts of one line have the same
   */
  add(tag: Tag, text: string | undefined, baseline?: number): void {
    if (text === undefined) this.addUnknown();
    if (this.isFull || text === undefined || text.trim() === '') return;
    const language = this.#languageOf(tag);
    if (language !== undefined) {
      this.#stated.set(language, (this.#stated.get(language) ?? 0) + text.length);
      return;
    }
    if (this.#seen.has(text)) return;
    this.#seen.add(text);
    if (tag !== this.#last?.tag || baseline !== this.#last.baseline) this.#parts.push(' ');
    this.#last = { tag, baseline };
    this.#parts.push(text);
    this.#length += text.length;
  }

  /** Notes that there is other text. */
  addUnknown(): void {
    this.#isWhole = false;
  }

  /** Whether there is no word in the document. */
  get isWordless(): boolean {
    return this.#isWhole && isWordless(this.text);
  }

  /** The text for which no language is stated. */
  get text(): string {
    return this.#parts.join('');
  }

  /** The language that most of the other text has, and whether that is longer than the text without one. */
  get stated(): { language: string; isMost: boolean } | undefined {
    const [most] = [...this.#stated].sort(([, one], [, other]) => other - one);
    return most && { language: most[0], isMost: most[1] > this.#length };
  }

  /** The language that an element states, or the nearest one around it. */
  #languageOf(tag: Tag): string | undefined {
    const path: Tag[] = [];
    let language: string | undefined;
    for (let at: Tag | undefined = tag; at; at = at.parent) {
      if (this.#languages.has(at)) {
        language = this.#languages.get(at);
        break;
      }
      path.push(at);
      language = textAt(at.dict, keys.Lang);
      if (language !== undefined) break;
    }
    for (const each of path) this.#languages.set(each, language);
    return language;
  }
}
