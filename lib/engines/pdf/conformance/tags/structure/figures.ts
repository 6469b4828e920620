import { isDescribed } from './hidden-figures.ts';
import type { Roles } from './roles.ts';
import type { TagTree } from './tag-tree.ts';

/**
 * Makes groups of figures that have neither a description nor content of their own: what describes them is in them, as in
 * a `<figure>` of HTML with a picture and a caption. Other figures without a description stay, since nobody but the author can
 * describe them (ISO 14289-1, 7.3).
 */
export function groupFigures(tree: TagTree, roles: Roles): void {
  for (const tag of tree.tags()) {
    if (roles.of(tag) !== 'Figure' || tag.children.length === 0) continue;
    if (!isDescribed(tag) && tag.kids.every(({ kind }) => kind === 'tag')) tag.type = 'Div';
  }
}
