import { textAt } from '../../../assembly/lookup.ts';
import { keys } from '../../../keys.ts';
import type { PDFRef } from '../../../objects.ts';
import type { Roles } from '../structure/roles.ts';
import { headingLevel } from '../structure/standard-types.ts';
import type { MarkedKid, Tag } from '../structure/tag.ts';
import type { TagTree } from '../structure/tag-tree.ts';
import { ownerOf } from './content-index.ts';
import type { ShownTexts } from './shown-texts.ts';

/** The longest description. */
const longestText = 500;

const isWanted = (type: string): boolean =>
  type === 'Link' || type === 'H' || headingLevel(type) !== undefined;

/** The marked content of links and headings, by page or form: only that is read. */
export function wantedContent(tree: TagTree, roles: Roles): Map<PDFRef, Set<number>> {
  const wanted = new Map<PDFRef, Set<number>>();
  const seen = new Set<Tag>();
  for (const tag of tree.tags()) {
    if (!isWanted(roles.of(tag)) || seen.has(tag)) continue;
    for (const kid of kidsBelow(tag, seen)) {
      const owner = kid.kind === 'marked' ? ownerOf(kid) : undefined;
      if (kid.kind !== 'marked' || !owner) continue;
      const identifiers = wanted.get(owner) ?? new Set<number>();
      wanted.set(owner, identifiers.add(kid.mcid));
    }
  }
  return wanted;
}

/** The text of an element, with the descriptions of what is in it; undefined if a part of it is not known. */
export function textOf(tag: Tag, texts: ShownTexts): string | undefined {
  let text = '';
  for (const kid of kidsBelow(tag, new Set())) {
    const part = kid.kind === 'tag' ? describedBy(kid) : markedText(kid, texts);
    if (part === undefined) continue;
    text += `${part} `;
    if (text.length > longestText) break;
  }
  const plain = text.replaceAll(/\s{1,1000}/g, ' ').trim();
  return plain === '' ? undefined : plain.slice(0, longestText).toWellFormed();
}

function markedText(kid: MarkedKid, texts: ShownTexts): string | undefined {
  const owner = ownerOf(kid);
  return owner && texts.of(owner, kid.mcid);
}

const describedBy = ({ dict }: Tag): string | undefined =>
  textAt(dict, keys.ActualText) ?? textAt(dict, keys.Alt);

/** The marked content of an element and of those in it, in reading order, and elements that have a description instead. */
function* kidsBelow(tag: Tag, seen: Set<Tag>): Generator<MarkedKid | Tag> {
  const open: (Tag | MarkedKid)[] = [tag];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'marked') {
      yield next;
      continue;
    }
    seen.add(next);
    if (describedBy(next) !== undefined) yield next;
    else {
      const { kids } = next;
      for (let index = kids.length - 1; index >= 0; index -= 1) {
        const kid = kids[index];
        if (kid && kid.kind !== 'object') open.push(kid);
      }
    }
  }
}
