import { dictAt, nameAt } from '../../../assembly/lookup.ts';
import { dictOf } from '../../../assembly/object-builders.ts';
import { keys } from '../../../keys.ts';
import type { PDFDict } from '../../../objects.ts';
import { nameOf, nameText } from '../../../syntax/names.ts';
import { nearestTypes, standardTypes } from './standard-types.ts';
import type { Tag } from './tag.ts';
import type { TagTree } from './tag-tree.ts';

/** The standard types of elements, by the role map of the document (PDF 32000-1, 14.7.3). */
export class Roles {
  readonly #map: PDFDict;
  readonly #known = new Map<string, string>();

  constructor(tree: TagTree) {
    const { dict } = tree.root;
    this.#map = dictAt(dict, keys.RoleMap) ?? dictOf(tree.context, {});
  }

  /** The standard type of an element; that of the root is empty. */
  of(tag: Tag): string {
    return this.ofType(tag.type);
  }

  ofType(type: string): string {
    let known = this.#known.get(type);
    if (known === undefined) this.#known.set(type, (known = this.#resolve(type)));
    return known;
  }

  /** Whether an element is within text. */
  isInText({ parent }: Tag): boolean {
    return parent !== undefined && inText.has(this.of(parent));
  }

  /**
   * Maps the types of all elements to standard types, and removes entries that map standard types or lead in a circle
   * (ISO 14289-1, 7.1). Types that nothing is known about become `Span` in text and `Div` elsewhere.
   */
  complete(tree: TagTree): void {
    for (const [name] of this.#map.entries()) {
      const type = nameText(name);
      if (isStandard(type) || !isStandard(this.ofType(type))) this.#map.delete(name);
    }
    this.#known.clear();
    for (const tag of tree.tags()) {
      const { type } = tag;
      if (isStandard(this.ofType(type))) continue;
      const nearest = nearestTypes.get(type) ?? (this.isInText(tag) ? 'Span' : 'Div');
      this.#map.set(nameOf(type), nameOf(nearest));
      this.#known.set(type, nearest);
    }
    if (this.#map.entries().length > 0) tree.root.dict.set(keys.RoleMap, this.#map);
    else tree.root.dict.delete(keys.RoleMap);
  }

  #resolve(type: string): string {
    const seen = new Set<string>();
    let name = type;
    while (!isStandard(name)) {
      const mapped = nameAt(this.#map, nameOf(name));
      if (mapped === undefined || seen.has(name)) return '';
      seen.add(name);
      name = mapped;
    }
    return name;
  }
}

/** A numbered heading beyond `H6` is one of PDF/UA (ISO 14289-1, 7.4.3), and of no level of PDF/A. */
const isStandard = (type: string): boolean => standardTypes.has(type);

const inText: ReadonlySet<string> = new Set(['P', 'Span', 'Link', 'H', 'Lbl', 'Caption', 'Quote', 'Code']);
