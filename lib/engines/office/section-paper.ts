import type { Paper } from '../../api/fields/lengths.ts';
import type { TextChanges } from './text-changes.ts';
import type { WordElement, WordElements } from './word-elements.ts';
import { attributesOf, localName, type XmlTag } from './xml-tokens.ts';

/** Elements before the paper in a section's properties (ECMA-376-1, 17.6.17). */
const predecessors = new Set(['headerReference', 'footerReference', 'footnotePr', 'endnotePr', 'type']);

const twipsPerInch = 1440;

/** Sets the paper of sections that declare none, and turns that of others. */
export class SectionPaper {
  readonly #paper: Paper;
  readonly #landscape: boolean;
  readonly #elements: WordElements;
  readonly #changes: TextChanges;
  /** The open section properties whose paper has not been found. */
  #section: WordElement | undefined;
  /** Whether the body has section properties, which are its last element. */
  #bodyHasSection = false;

  constructor(
    { paper, landscape }: { paper: Paper; landscape: boolean },
    elements: WordElements,
    changes: TextChanges,
  ) {
    const { width, height } = paper;
    this.#paper = landscape && width < height ? { width: height, height: width } : paper;
    this.#landscape = landscape;
    this.#elements = elements;
    this.#changes = changes;
  }

  opened(element: WordElement): void {
    const { word, tag, parent } = element;
    if (this.#section && parent === this.#section && !predecessors.has(word ?? '')) {
      if (word !== 'pgSz') this.#insert(tag.start);
      else if (this.#landscape) this.#turn(tag);
      this.#section = undefined;
    }
    if (word !== 'sectPr' || (parent?.word !== 'body' && parent?.word !== 'pPr')) return;
    this.#bodyHasSection ||= parent.word === 'body';
    if (tag.kind === 'open') this.#section = element;
    else {
      const opening = `${tag.text.slice(0, -2)}>`;
      this.#changes.add(tag.start, tag.end, `${opening}${this.#pageSize()}</${tag.name}>`);
    }
  }

  closed(element: WordElement, tag: XmlTag): void {
    if (element === this.#section) {
      this.#insert(tag.start);
      this.#section = undefined;
    }
    if (element.word !== 'body' || this.#bodyHasSection) return;
    const section = `<w:sectPr xmlns:w="${this.#namespace()}">${this.#pageSize()}</w:sectPr>`;
    this.#changes.add(tag.start, tag.start, section);
  }

  #insert(place: number): void {
    this.#changes.add(place, place, this.#pageSize());
  }

  /** Exchanges the width and the height of paper in portrait orientation. */
  #turn(tag: XmlTag): void {
    const attributes = attributesOf(tag);
    const named = (name: string) => attributes.find((attribute) => localName(attribute.name) === name);
    const [width, height] = [named('w'), named('h')];
    if (!width || !height || !(Number(width.value) < Number(height.value))) return;
    let { text } = tag;
    for (const { name, start, end } of attributes.toReversed()) {
      if (['w', 'h', 'orient'].includes(localName(name))) text = text.slice(0, start) + text.slice(end);
    }
    const prefix = width.name.slice(0, width.name.indexOf(':') + 1);
    const turned = ` ${prefix}w="${height.value}" ${prefix}h="${width.value}" ${prefix}orient="landscape"`;
    const nameEnd = 1 + tag.name.length;
    this.#changes.add(tag.start, tag.end, text.slice(0, nameEnd) + turned + text.slice(nameEnd));
  }

  /** Attributes of this vocabulary need a prefix, which the document may not declare at this place. */
  #pageSize(): string {
    const { width, height } = this.#paper;
    const orientation = width > height ? ' w:orient="landscape"' : '';
    const [w, h] = [width, height].map((inches) => Math.round(inches * twipsPerInch)) as [number, number];
    return `<w:pgSz xmlns:w="${this.#namespace()}" w:w="${w}" w:h="${h}"${orientation}/>`;
  }

  #namespace(): string {
    return this.#elements.namespace ?? '';
  }
}
