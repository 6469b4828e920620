import { bytesOfChunks } from '../pdf/writer/bytes-of-chunks.ts';
import { assemble } from '../pdf/assembly/assemble.ts';
import { pageView, type PageView } from '../pdf/assembly/pages/page-view.ts';
import { keys } from '../pdf/keys.ts';
import { openPdf } from '../pdf/reader/open-pdf.ts';
import type { PageLeaf } from '../pdf/reader/page-leaf.ts';
import type { PdfSource } from '../pdf/reader/pdf-source.ts';
import type { LinkArea } from './glyph.ts';
import { linksOf } from './links.ts';
import { type PageStructure, taggedPagesOf } from './structure.ts';

/** A document as its text is read. */
export interface ReadingPlan {
  /** The document that PDFium reads: the selected pages, not encrypted. */
  content: Uint8Array;
  pages: readonly PlannedPage[];
}

export interface PlannedPage {
  /** In the document of the request, from 1. */
  number: number;
  /** In `content`, from 0. */
  index: number;
  view: PageView;
  links: readonly LinkArea[];
  structure: PageStructure | undefined;
}

/**
 * Prepares the reading of pages. They are written anew, because PDFium shows a blank page where our reader repairs the
 * document, asks for passwords, and does not read form fields and annotations, which become content.
 *
 * @param pages indices from 0; a page can occur twice
 * @throws CrossReferenceError, see `withRepair`
 * @throws InputFault of the reader
 */
export function prepareReading(source: PdfSource, pages: readonly number[]): ReadingPlan {
  const leaves = pages.map((page) => leafAt(source, page));
  const content = rewritten(source, pages);
  const read = openPdf(content, { budget: source.file.budget });
  const structures = taggedPagesOf(read);
  return {
    content,
    pages: leaves.map((leaf, index) => {
      const readLeaf = leafAt(read, index);
      const view = viewOf(readLeaf);
      return {
        number: (pages[index] ?? 0) + 1,
        index,
        view,
        links: linksOf(source, leaf, view),
        structure: structures.get(readLeaf.ref),
      };
    }),
  };
}

function leafAt({ pages }: PdfSource, index: number): PageLeaf {
  const leaf = pages[index];
  if (!leaf) throw new RangeError(`The document has no page ${index + 1}`);
  return leaf;
}

const rewritten = (source: PdfSource, pages: readonly number[]): Uint8Array =>
  bytesOfChunks(assemble([{ source, pages }], { outline: 'none', finishing: { flatten: 'all' } }));

const viewOf = ({ attributes, dict }: PageLeaf): PageView =>
  pageView(dict.context, { ...attributes, UserUnit: dict.get(keys.UserUnit) });
