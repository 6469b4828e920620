import type { Roles } from './roles.ts';
import { groupTypes, strictTypes } from './standard-types.ts';
import type { Tag, TagKid } from './tag.ts';
import type { TagTree } from './tag-tree.ts';

/** Adds elements to a tree behind others, each list of kids once. */
export class Placement {
  readonly #tree: TagTree;
  readonly #roles: Roles;
  /** The elements to add to each parent, by the kid that they follow. */
  readonly #followers = new Map<Tag, Map<Tag | undefined, Tag[]>>();

  constructor(tree: TagTree, roles: Roles) {
    this.#tree = tree;
    this.#roles = roles;
  }

  /**
   * Adds an element behind another: within its paragraph, or as a paragraph of its own.
   *
   * @param make makes the element, in text or in a group
   */
  add(previous: Tag | undefined, isInParagraph: boolean, make: (isInText: boolean) => Tag): Tag {
    for (let after = previous; after?.parent; after = after.parent) {
      const type = this.#effectiveType(after.parent);
      const isGroup = groupTypes.has(type);
      if (!strictTypes.has(type) && type !== '' && (isGroup || isInParagraph)) {
        return this.#follow(after.parent, after, make(!isGroup));
      }
    }
    const [first] = this.#tree.root.children;
    return this.#follow(first ?? this.#tree.root, undefined, make(false));
  }

  /** Writes the elements into the tree. Call it once, at the end. */
  write(): void {
    for (const [parent, followers] of this.#followers) {
      const following = (kid: TagKid): readonly Tag[] => (kid.kind === 'tag' && followers.get(kid)) || [];
      parent.kids = [
        ...(followers.get(undefined) ?? []),
        ...parent.kids.flatMap((kid) => [kid, ...following(kid)]),
      ];
    }
  }

  #follow(parent: Tag, after: Tag | undefined, tag: Tag): Tag {
    const followers = this.#followers.get(parent) ?? new Map<Tag | undefined, Tag[]>();
    this.#followers.set(parent, followers);
    const tags = followers.get(after) ?? [];
    followers.set(after, tags);
    tags.push(tag);
    return tag;
  }

  /** The type of the nearest element that is more than a group without a meaning. */
  #effectiveType(tag: Tag): string {
    let at = tag;
    while (at.parent && this.#roles.of(at) === 'NonStruct') at = at.parent;
    return this.#roles.of(at);
  }
}
