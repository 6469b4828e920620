import type { Roles } from './roles.ts';
import type { Tag, TagKid } from './tag.ts';
import type { TagTree } from './tag-tree.ts';

/** The types that an element of a type may contain, and the type that encloses other kids. */
interface Rule {
  kids: ReadonlySet<string>;
  enclosing: string;
}

const rule = (kids: readonly string[], enclosing: string): Rule => ({ kids: new Set(kids), enclosing });

/** What lists, tables and tables of contents contain (PDF 32000-1, tables 336 and 337; ISO 14289-1, 7.2). */
const rules: ReadonlyMap<string, Rule> = new Map([
  ['L', rule(['L', 'LI', 'Caption'], 'LI')],
  ['LI', rule(['Lbl', 'LBody'], 'LBody')],
  ['TOC', rule(['TOC', 'TOCI', 'Caption'], 'TOCI')],
  ['Table', rule(['TR', 'THead', 'TBody', 'TFoot', 'Caption'], 'TR')],
  ['THead', rule(['TR'], 'TR')],
  ['TBody', rule(['TR'], 'TR')],
  ['TFoot', rule(['TR'], 'TR')],
  ['TR', rule(['TH', 'TD'], 'TD')],
]);

/** The types of the parents that an element of a type needs, and what it becomes elsewhere. */
const parents: ReadonlyMap<string, { types: ReadonlySet<string>; otherwise: string }> = new Map([
  ['LI', { types: new Set(['L']), otherwise: 'Div' }],
  ['LBody', { types: new Set(['LI']), otherwise: 'Div' }],
  ['TOCI', { types: new Set(['TOC']), otherwise: 'Div' }],
  ['TR', { types: new Set(['Table', 'THead', 'TBody', 'TFoot']), otherwise: 'Div' }],
  ['THead', { types: new Set(['Table']), otherwise: 'Div' }],
  ['TBody', { types: new Set(['Table']), otherwise: 'Div' }],
  ['TFoot', { types: new Set(['Table']), otherwise: 'Div' }],
  ['TH', { types: new Set(['TR']), otherwise: 'Div' }],
  ['TD', { types: new Set(['TR']), otherwise: 'Div' }],
]);

/** Elements that group without a meaning of their own. What they contain counts as a kid of their parent. */
const transparent: ReadonlySet<string> = new Set(['NonStruct', 'Div']);

/**
 * Makes lists and tables contain what they may contain: other kids get an enclosing element, and elements outside of a list or
 * a table become groups. The order of the content stays.
 */
export function correctContainment(tree: TagTree, roles: Roles): void {
  for (const tag of tree.tags()) {
    const type = roles.of(tag);
    const needed = parents.get(type);
    if (needed && !needed.types.has(tag.parent ? roles.of(tag.parent) : '')) tag.type = needed.otherwise;
    const own = rules.get(roles.of(tag));
    if (own) encloseOthers(tree, roles, tag, own);
  }
}

function encloseOthers(tree: TagTree, roles: Roles, tag: Tag, { kids: allowed, enclosing }: Rule): void {
  const isAllowed = (kid: TagKid): boolean => kid.kind === 'tag' && allowed.has(roles.of(kid));
  if (tag.kids.every(isAllowed)) return;
  const flat = tag.kids.flatMap((kid) => unwrapped(kid, roles, isAllowed));
  const kids: TagKid[] = [];
  /** What the enclosing elements contain: kids in a row are in one element. */
  const enclosed = new Map<Tag, TagKid[]>();
  let open: TagKid[] | undefined;
  for (const kid of flat) {
    if (kid.kind === 'tag' && isAllowed(kid)) {
      kids.push(kid);
      // Content after the body of an item is a part of it.
      const isBody = enclosing === 'LBody' && roles.of(kid) === enclosing;
      open = isBody ? (enclosed.get(kid) ?? [...kid.kids]) : undefined;
      if (open) enclosed.set(kid, open);
    } else {
      if (!open) {
        const added = tree.make(enclosing, tag);
        kids.push(added);
        enclosed.set(added, (open = []));
      }
      open.push(kid);
    }
  }
  for (const [element, content] of enclosed) {
    if (content.length !== element.kids.length) element.kids = content;
  }
  tag.kids = kids;
}

/** The kids of a group that has no other kids than allowed ones, in place of the group. */
function unwrapped(kid: TagKid, roles: Roles, isAllowed: (kid: TagKid) => boolean): readonly TagKid[] {
  if (kid.kind !== 'tag' || isAllowed(kid) || !transparent.has(roles.of(kid))) return [kid];
  return kid.kids.length > 0 && kid.kids.every(isAllowed) ? kid.kids : [kid];
}
