import type { PDFRef } from '../../objects.ts';
import type { OutputDocument } from '../../output/output-document.ts';
import type { WorkBudget } from '../../work-budget.ts';
import type { Encoding, WrittenDocument } from '../document-writer.ts';
import { FileNumbers } from './file-numbers.ts';
import { FilePlan } from './file-plan.ts';
import { joinFile } from './join-file.ts';
import { ObjectGraph } from './object-graph.ts';
import { ObjectUses } from './object-uses.ts';
import { sharedContainers } from './shared-containers.ts';
import { writeContainers } from './write-containers.ts';

/** What a linearized file needs to know beside the objects. */
export interface Linearization {
  /** The pages, in their order. */
  pages: readonly PDFRef[];
  budget: WorkBudget;
}

/**
 * Writes a linearized document (PDF 32000-1, annex F). What nothing refers to is left out. The order of all objects
 * decides their numbers, so it is settled before the first is written. What comes before the objects states their
 * offsets, so it is made last.
 */
export function writeLinearized(
  document: OutputDocument,
  linearization: Linearization,
  encoding: Encoding = {},
): WrittenDocument {
  const pages = linearization.pages.map(({ objectNumber }) => objectNumber);
  const graph = new ObjectGraph(document, pages);
  const packs = encoding.version !== '1.4';
  const plan = new FilePlan(document, graph, new ObjectUses(graph, pages, document), pages, packs);
  const shared = sharedContainers(plan, graph, pages, linearization.budget);
  graph.release();
  const numbers = new FileNumbers(plan, graph.size, {
    isEncrypted: encoding.protection !== undefined,
    hasStreams: packs,
  });
  const written = writeContainers(document, plan, numbers, encoding);
  return joinFile(document, { plan, numbers, written, shared }, encoding);
}
