import { keys } from '../keys.ts';
import type { PDFDict, PDFObject } from '../objects.ts';
import { retargetAnnotations } from './links/annotation-links.ts';
import type { DestinationNames } from './destinations/destination-names.ts';
import type { Excerpt, ExcerptPage } from './excerpt.ts';
import type { Form } from './form/form.ts';
import type { PageChanges } from './pages/copy-page.ts';
import { addDefaultColours } from './colour/default-colours.ts';
import type { OutputIntents } from './colour/output-intents.ts';
import { pruneResources, replacedResources } from './resources/resource-pruning.ts';
import { Retargeting } from './links/retargeting.ts';
import type { Structure } from './structure/structure.ts';

/** What the excerpts share in the result. */
export interface Union {
  names: DestinationNames;
  form: Form;
  structure: Structure;
  intents: OutputIntents;
  /** Whether all sources have the same base for relative addresses. */
  keepsUriBase: boolean;
  /** The language of the result. */
  language: string | undefined;
  /** Whether unused resources are removed from whole documents too. */
  pruneWhole: boolean;
  /** The number of links of each excerpt to removed pages. */
  removedLinks: Map<Excerpt, number>;
}

/**
 * Decides how the pages of an excerpt change, and changes the objects that belong to them. Call it once the names of
 * all excerpts are known, before anything is copied.
 */
export function planPages(excerpt: Excerpt, union: Union): (page: ExcerptPage) => PageChanges {
  // The order matters: a removed field is no destination, and a removed link has no place in the structure.
  const prune = !excerpt.whole || union.pruneWhole;
  union.form.add(excerpt, prune);
  const retargeting = new Retargeting(excerpt, union);
  const links = new Map<ExcerptPage, PageChanges>();
  let removedLinks = 0;
  for (const page of excerpt.pages) {
    const { annotations, removed } = retargetAnnotations(excerpt, page, retargeting);
    removedLinks += removed;
    const triggers = triggersOf(page, retargeting);
    if (annotations || triggers !== undefined) links.set(page, { annotations, triggers });
  }
  union.removedLinks.set(excerpt, removedLinks);
  union.structure.add(excerpt, union.language);
  retargeting.leaveOutElements();
  const replaced = prune ? pruneResources(excerpt) : new Map<PDFDict, PDFDict>();
  addDefaultColours(excerpt, union.intents.defaultsOf(excerpt), replaced);
  const resources = replacedResources(excerpt, replaced);
  const outputIntents = union.intents.ofPages(excerpt);
  return (page) => ({
    ...links.get(page),
    resources: resources.get(page),
    outputIntents,
    structureKey: union.structure.keyOf(excerpt, page.leaf),
  });
}

/** The additional actions of a page; undefined if they can stay, null if none are left. */
function triggersOf({ leaf }: ExcerptPage, retargeting: Retargeting): PDFObject | null | undefined {
  const value = leaf.has('AA') ? leaf.dict.get(keys.AA) : undefined;
  if (!value) return undefined;
  const now = retargeting.triggers(value) ?? null;
  return now === value ? undefined : now;
}
