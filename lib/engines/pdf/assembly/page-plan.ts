import type { PDFDict, PDFObject } from '../objects.ts';
import { retargetAnnotations } from './links/annotation-links.ts';
import type { DestinationNames } from './destinations/destination-names.ts';
import type { Excerpt, ExcerptPage } from './excerpt.ts';
import type { Form } from './form/form.ts';
import { at } from './lookup.ts';
import type { PageChanges } from './pages/copy-page.ts';
import { addDefaultColours } from './colour/default-colours.ts';
import type { OutputIntents } from './colour/output-intents.ts';
import { pruneResources, replacedResources } from './resources/resource-pruning.ts';
import { Retargeting } from './links/retargeting.ts';
import type { Structure } from './structure/structure.ts';

/** What the pages of all excerpts are united in. */
export interface Union {
  names: DestinationNames;
  form: Form;
  structure: Structure;
  intents: OutputIntents;
  /** Whether the base of relative addresses is every source's. */
  keepsUriBase: boolean;
  /** Of the result. */
  language: string | undefined;
  /** Whether resources that nothing uses are left out of whole documents too. */
  pruneWhole: boolean;
  /** How many links of each excerpt led to pages that are left out. */
  removedLinks: Map<Excerpt, number>;
}

/**
 * Decides how the pages of an excerpt change on their way, and changes what belongs to them. After the names of all
 * excerpts are known, and before anything is copied.
 */
export function planPages(excerpt: Excerpt, union: Union): (page: ExcerptPage) => PageChanges {
  // In this order: a field that is left out is no target, and a link that is left out has no place in the structure.
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

/** A page's own actions as they should be; undefined when they can stay, null when none are left. */
function triggersOf({ leaf }: ExcerptPage, retargeting: Retargeting): PDFObject | null | undefined {
  const value = leaf.has('AA') ? at(leaf.dict, 'AA') : undefined;
  if (!value) return undefined;
  const now = retargeting.triggers(value) ?? null;
  return now === value ? undefined : now;
}
