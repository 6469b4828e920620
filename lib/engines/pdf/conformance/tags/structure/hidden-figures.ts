import { asDict, nameAt, textAt } from '../../../assembly/lookup.ts';
import type { BuiltDocument } from '../../../finishing/built-document.ts';
import { keys } from '../../../keys.ts';
import type { PDFRef } from '../../../objects.ts';
import { ownerOf } from '../content/content-index.ts';
import { TextFinder } from '../content/text-finder.ts';
import type { Roles } from './roles.ts';
import type { Tag, TagKid } from './tag.ts';
import type { TagTree } from './tag-tree.ts';

/** Figures that have become artifacts. */
export interface HiddenFigures {
  count: number;
  /** How many of them have text, which stays. */
  withText: number;
  /** The numbers of their pages, from 1. */
  pages: number[];
}

/** Whether an element has a description of its own. */
export const isDescribed = ({ dict }: Tag): boolean =>
  [keys.Alt, keys.ActualText].some((key) => textAt(dict, key));

export const undescribedFigures = (tree: TagTree, roles: Roles): Tag[] =>
  [...tree.tags()].filter((tag) => roles.of(tag) === 'Figure' && !isDescribed(tag));

/** The numbers of the pages on which elements have content of their own, from 1. */
export function pagesOf(tags: readonly Tag[], pages: readonly PDFRef[]): number[] {
  const shown = new Set(
    tags.flatMap(({ kids }) => kids.flatMap((kid) => (kid.kind === 'marked' ? kid.page : []))),
  );
  return pages.flatMap((page, index) => (shown.has(page) ? [index + 1] : []));
}

/**
 * Takes figures without a description out of the structure, so that their content becomes an artifact (ISO 14289-1,
 * 7.1: what is decoration is an artifact). What is more than a picture stays: text, links and other elements in them.
 */
export function hideFigures(document: BuiltDocument, tree: TagTree, roles: Roles): HiddenFigures {
  const finder = new TextFinder(document);
  const figures = undescribedFigures(tree, roles);
  const pages = pagesOf(figures, document.pages);
  const removed = new Set<Tag>();
  let withText = 0;
  // Those inside of others come first.
  for (const tag of figures.toReversed()) {
    const kept = tag.kids.filter((kid) =>
      kid.kind === 'tag' ? !removed.has(kid) : hasMeaning(document, kid, finder),
    );
    if (kept.length === 0) removed.add(tag);
    else {
      withText += Number(kept.some(({ kind }) => kind === 'marked'));
      tag.type = typeFor(tag, kept, roles);
      if (kept.length < tag.kids.length) tag.kids = kept;
    }
  }
  const parents = new Set(
    [...removed].flatMap(({ parent }) => (parent && !removed.has(parent) ? parent : [])),
  );
  for (const parent of parents)
    parent.kids = parent.kids.filter((kid) => kid.kind !== 'tag' || !removed.has(kid));
  return { count: figures.length, withText, pages };
}

/** Whether content is more than a picture. */
function hasMeaning({ context }: BuiltDocument, kid: Exclude<TagKid, Tag>, finder: TextFinder): boolean {
  if (kid.kind === 'object') {
    const object = asDict(context.lookup(kid.object));
    return object === undefined || nameAt(object, keys.Subtype) !== 'Image';
  }
  const owner = ownerOf(kid);
  return owner === undefined || finder.hasText(owner, kid.mcid);
}

/** The type of an element for what stays of a figure. */
function typeFor(tag: Tag, kept: readonly TagKid[], roles: Roles): string {
  if (roles.isInText(tag)) return 'Span';
  return kept.some(({ kind }) => kind === 'tag') ? 'Div' : 'P';
}
