import { FormatError } from '../../base/random-access.ts';
import { attributesOf, localName, type XmlTag } from './xml-tokens.ts';

/** WordprocessingML, transitional and strict (ECMA-376-1, 17 and annex A). */
const wordNamespaces = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
]);

/** Each level of nested tables takes three elements; no reader goes that deep. */
const maxDepth = 50_000;

/** An open element. */
export interface WordElement {
  /** Its start tag. */
  tag: XmlTag;
  /** Its name in WordprocessingML; undefined for other vocabularies. */
  word: string | undefined;
  /** Its name without its prefix, in any vocabulary. */
  local: string;
  parent: WordElement | undefined;
}

/** The open elements of a part, with namespaces resolved: DrawingML, for example, also has a `moveTo`. */
export class WordElements {
  #current: WordElement | undefined;
  #depth = 0;
  /** The WordprocessingML namespace of each prefix; undefined for another namespace. */
  readonly #prefixes = new Map<string, string | undefined>();
  /** The meanings of prefixes outside the elements that redeclare them, innermost last. */
  readonly #outer: { depth: number; prefix: string; namespace: string | undefined }[] = [];
  /** The namespace of the part's own elements. */
  namespace: string | undefined;

  /** The element that `tag` starts; open until `close`, unless the tag is empty. */
  open(tag: XmlTag): WordElement {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new FormatError('XML is nested too deep');
    if (tag.text.includes('xmlns')) this.#declare(tag);
    const prefix = tag.name.slice(0, Math.max(0, tag.name.indexOf(':')));
    const local = localName(tag.name);
    const namespace = this.#prefixes.get(prefix);
    this.namespace ??= namespace;
    const element = { tag, local, word: namespace && local, parent: this.#current };
    if (tag.kind === 'empty') this.#leave();
    else this.#current = element;
    return element;
  }

  /**
   * Ends the innermost element.
   *
   * @throws FormatError when no element is open
   */
  close(): WordElement {
    const element = this.#current;
    if (!element) throw new FormatError('XML ends an element that is not open');
    this.#current = element.parent;
    this.#leave();
    return element;
  }

  #declare(tag: XmlTag): void {
    for (const { name, value } of attributesOf(tag)) {
      const [, prefix = ''] = /^xmlns(?::(.*))?$/.exec(name) ?? [undefined, undefined];
      if (!name.startsWith('xmlns')) continue;
      this.#outer.push({ depth: this.#depth, prefix, namespace: this.#prefixes.get(prefix) });
      this.#prefixes.set(prefix, wordNamespaces.has(value) ? value : undefined);
    }
  }

  #leave(): void {
    for (let last = this.#outer.at(-1); last?.depth === this.#depth; last = this.#outer.at(-1)) {
      this.#prefixes.set(last.prefix, last.namespace);
      this.#outer.pop();
    }
    this.#depth -= 1;
  }
}
