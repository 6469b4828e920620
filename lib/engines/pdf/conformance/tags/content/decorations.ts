import { PDFDict, type PDFRef } from '../../../objects.ts';
import type { BuiltDocument } from '../../../finishing/built-document.ts';
import type { Roles } from '../structure/roles.ts';
import { strictTypes } from '../structure/standard-types.ts';
import type { MarkedKid, Tag, TagKid } from '../structure/tag.ts';
import type { TagTree } from '../structure/tag-tree.ts';
import { Contents } from './contents.ts';
import { readMarkedEffects } from './marked-effects.ts';

/**
 * Removes content from lists, tables and their rows that consists of lines and areas only, such as backgrounds. These elements
 * contain other elements, and what decorates them is no item or cell of them.
 */
export function dropDecorations(document: BuiltDocument, tree: TagTree, roles: Roles): void {
  const holders: Tag[] = [];
  const wanted = new Set<PDFRef>();
  for (const tag of tree.tags()) {
    const pages = strictTypes.has(roles.of(tag)) ? tag.kids.filter(isOnPage).map(({ page }) => page) : [];
    if (pages.length === 0) continue;
    holders.push(tag);
    for (const page of pages) wanted.add(page);
  }
  const meaningful = new Map([...wanted].map((page) => [page, meaningfulContent(document, page)]));
  for (const tag of holders) {
    const kids = tag.kids.filter((kid) => !isOnPage(kid) || meaningful.get(kid.page)?.(kid.mcid) !== false);
    if (kids.length < tag.kids.length) tag.kids = kids;
  }
}

const isOnPage = (kid: TagKid): kid is MarkedKid & { page: PDFRef } =>
  kid.kind === 'marked' && kid.page !== undefined && kid.stream === undefined;

/** Finds whether marked content of a page shows more than lines and areas; all of it, if the page cannot be read. */
function meaningfulContent(document: BuiltDocument, ref: PDFRef): (mcid: number) => boolean {
  const page = document.context.lookup(ref);
  const bytes = page instanceof PDFDict ? new Contents(document).pageBytes(page) : undefined;
  const found = new Set<number | undefined>();
  /** Identifiers among the resources are not followed: then nothing is known. */
  let isKnown = true;
  const isRead =
    bytes &&
    readMarkedEffects(bytes, {
      identifierOf: () => {
        isKnown = false;
        return undefined;
      },
      hear: (mcid, effect) => {
        if (effect === 'text' || effect === 'form' || effect === 'paint') found.add(mcid);
      },
    });
  return (mcid) => !isKnown || isRead !== true || found.has(mcid);
}
