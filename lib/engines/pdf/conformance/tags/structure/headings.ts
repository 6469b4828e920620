import type { Roles } from './roles.ts';
import { headingLevel } from './standard-types.ts';
import type { Tag } from './tag.ts';
import type { TagTree } from './tag-tree.ts';

/** The deepest level that has a type. */
const deepest = 6;

/** The level of headings whose type states none, beside numbered ones. */
const unnumbered = deepest + 1;

/**
 * Closes gaps in the levels of headings: the first becomes `H1`, and none is more than one level below the heading that it
 * belongs to (ISO 14289-1, 7.4.2). Which heading belongs to which stays. Headings without a number become numbered if there
 * are numbered ones (7.4.4).
 *
 * @returns the number of changed headings
 */
export function closeHeadingGaps(tree: TagTree, roles: Roles): number {
  const headings = headingsIn(tree, roles);
  if (headings.every(({ level }) => level === unnumbered)) return 0;
  let changed = 0;
  /** The stated levels of the headings that enclose the place in the document. */
  const open: number[] = [];
  for (const { tag, level } of headings) {
    while ((open.at(-1) ?? 0) >= level) open.pop();
    open.push(level);
    const type = `H${Math.min(open.length, deepest)}`;
    if (roles.of(tag) === type) continue;
    tag.type = type;
    changed += 1;
  }
  return changed;
}

function headingsIn(tree: TagTree, roles: Roles): { tag: Tag; level: number }[] {
  const headings: { tag: Tag; level: number }[] = [];
  for (const tag of tree.tags()) {
    const type = roles.of(tag);
    const level = type === 'H' ? unnumbered : headingLevel(type);
    if (level !== undefined) headings.push({ tag, level });
  }
  return headings;
}
