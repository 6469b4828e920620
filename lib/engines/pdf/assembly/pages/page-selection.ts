import { InputFault } from '../../../../base/input-fault.ts';
import { SourceCopier } from '../../copier/source-copier.ts';
import type { PDFRef } from '../../objects.ts';
import type { PageLeaf } from '../../reader/page-leaf.ts';
import type { PdfSource } from '../../reader/pdf-source.ts';
import type { OutputDocument } from '../../output/output-document.ts';
import { annotationsOf } from './annotations.ts';
import { Excerpt, type ExcerptPage } from '../excerpt.ts';

/** Pages of an open document, in the order of the result. */
export interface Part {
  source: PdfSource;
  /** Page indices from 0. A page may occur several times. */
  pages: readonly number[];
}

/** Repetitions of pages that own objects; each one needs a copier for its source. */
const maxRepetitions = 100;

/**
 * Assigns each page of the result its object number and sorts the pages into excerpts.
 *
 * @throws InputFault `file-too-large` if a page with annotations is repeated too often
 */
export function selectPages(
  parts: readonly Part[],
  output: OutputDocument,
): { excerpts: Excerpt[]; pages: PDFRef[] } {
  const { context } = output;
  const pages: PDFRef[] = [];
  const excerpts: Excerpt[] = [];
  for (const [part, { source, pages: indices }] of parts.entries()) {
    const selected = indices.map((index) => {
      const leaf = source.pages[index];
      if (!leaf) throw new RangeError(`part ${part} has no page ${index}`);
      const page = { leaf, index, ref: context.nextRef(), position: pages.length };
      pages.push(page.ref);
      return page;
    });
    let original: Excerpt | undefined;
    for (const share of withoutRepetitions(selected)) {
      const excerpt: Excerpt = new Excerpt(
        { source, part, original, pages: share },
        new SourceCopier(source, output),
        context,
      );
      excerpts.push(excerpt);
      original ??= excerpt;
    }
  }
  return { excerpts, pages };
}

/** Splits the pages into lists without repetitions. Pages that own nothing may be repeated in one list. */
function withoutRepetitions(pages: readonly ExcerptPage[]): (readonly ExcerptPage[])[] {
  if (new Set(pages.map(({ leaf }) => leaf.ref)).size === pages.length) return [pages];
  const occurrences = new Map<PDFRef, ExcerptPage[]>();
  for (const page of pages) {
    const { ref } = page.leaf;
    const known = occurrences.get(ref);
    if (known) known.push(page);
    else occurrences.set(ref, [page]);
  }
  const isShared = [...occurrences.values()].every(
    ([page, second]) => !page || !second || !ownsObjects(page.leaf),
  );
  if (isShared) return [pages];
  const shares: ExcerptPage[][] = [];
  for (const ofPage of occurrences.values()) {
    for (const [repetition, page] of ofPage.entries()) (shares[repetition] ??= []).push(page);
  }
  if (shares.length > maxRepetitions) {
    throw new InputFault('file-too-large', `repeats a page more than ${maxRepetitions} times`);
  }
  return shares.map((share) => share.sort((a, b) => a.position - b.position));
}

/** Whether a page owns objects that belong to one page only: annotations, or content in a structure tree. */
const ownsObjects = (leaf: PageLeaf): boolean => annotationsOf(leaf).length > 0 || leaf.has('StructParents');
