import { InputFault } from '../../base/input-fault.ts';
import { PageSequence, type PdfiumDocument, withPdfium } from '../pdfium/document.ts';
import { type Block, linesIn } from './block.ts';
import { withActualTexts } from './actual-text.ts';
import { CodeFinder } from './code.ts';
import type { PageContent } from './glyph.ts';
import { Headings, TextSizes } from './headings.ts';
import { blocksOf, followsTags } from './page-blocks.ts';
import { PdfiumGlyphs } from './pdfium-glyphs.ts';
import { PdfiumRules } from './pdfium-rules.ts';
import type { PlannedPage, ReadingPlan } from './prepare-reading.ts';

/** The text of a page. */
export interface TextPage {
  /** In the document, from 1. */
  number: number;
  /** Points, as displayed. */
  width: number;
  height: number;
  /** In reading order. */
  blocks: readonly Block[];
}

/** The text of a document. */
export interface DocumentText {
  pages: readonly TextPage[];
  /** Characters that the document draws and does not identify, and pages with such characters. */
  unknown: { characters: number; pages: readonly number[] };
}

export interface ReadingLimits {
  /** Characters of all pages. */
  characters: number;
}

/** What is read of some pages, before the document as a whole is known. */
export interface PagesText extends DocumentText {
  characters: number;
}

/** Reads pages of a plan as `readPages` does, in another thread. The signal ends it. */
export type PageReader = (
  plan: ReadingPlan,
  limits: ReadingLimits,
  signal: AbortSignal,
) => Promise<PagesText>;

/** Pages from which another reader saves more time than its copies of the document and of the text take. */
const fewestShared = 32;

/**
 * Reads the text of a document.
 *
 * @param reader reads half of the pages of a long document meanwhile
 * @throws InputFault the faults of `withPdfium` and `withPage`; `file-too-large` when the text exceeds its limit; what
 *   `reader` throws
 */
export async function readText(
  plan: ReadingPlan,
  limits: ReadingLimits,
  reader?: PageReader,
): Promise<DocumentText> {
  const { content, pages } = plan;
  if (!reader || pages.length < fewestShared) return wholeText([await readPages(plan, limits)], limits);
  const half = Math.ceil(pages.length / 2);
  const failure = new AbortController();
  const others = reader({ content, pages: pages.slice(half) }, limits, failure.signal);
  const own = readPages({ content, pages: pages.slice(0, half) }, limits);
  try {
    return wholeText(await Promise.all([own, others]), limits);
  } catch (error) {
    failure.abort(error);
    throw error;
  }
}

/** Reads pages. Kinds of blocks that depend on the whole document are still missing. @throws InputFault see `readText` */
export const readPages = ({ content, pages }: ReadingPlan, limits: ReadingLimits): Promise<PagesText> =>
  withPdfium(content, {}, (document) => textOfPages(document, pages, limits));

/** What stands for a character that is not known. */
const unknownCharacter = '\ufffd';

function textOfPages(
  document: PdfiumDocument,
  planned: readonly PlannedPage[],
  { characters: mostCharacters }: ReadingLimits,
): PagesText {
  const glyphReader = new PdfiumGlyphs(document.program);
  const ruleReader = new PdfiumRules(document.program);
  const sequence = new PageSequence(document);
  const unknown = { characters: 0, pages: [] as number[] };
  let characters = 0;
  const pages = planned.map(({ number, index, view, links, structure }) => {
    const { width, height } = view;
    const { glyphs, rules } = sequence.with(index, (page) => {
      const drawn = glyphReader.read(page, view);
      const read = structure ? withActualTexts(drawn, structure.actualTexts) : drawn;
      // Tags say what is a table.
      const needsRules = read.length > 0 && !followsTags(read, structure?.tags);
      return { glyphs: read, rules: needsRules ? ruleReader.read(page, view) : [] };
    });
    characters += glyphs.length;
    requireCharacters(characters, mostCharacters);
    const missing = glyphs.count(unknownCharacter);
    if (missing > 0) {
      unknown.characters += missing;
      unknown.pages.push(number);
    }
    const content: PageContent = { width, height, glyphs, links, rules };
    return { number, width, height, blocks: blocksOf(content, structure?.tags) };
  });
  sequence.close();
  return { pages, unknown, characters };
}

/** The text of a document whose pages were read in parts. */
function wholeText(parts: readonly PagesText[], { characters }: ReadingLimits): DocumentText {
  requireCharacters(sumOf(parts.map((part) => part.characters)), characters);
  return {
    pages: withKinds(parts.flatMap(({ pages }) => pages)),
    unknown: {
      characters: sumOf(parts.map(({ unknown }) => unknown.characters)),
      pages: parts.flatMap(({ unknown }) => unknown.pages),
    },
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** The pages with what depends on the whole document: code, and the levels of headings. */
function withKinds(pages: readonly TextPage[]): TextPage[] {
  const blocks = pages.flatMap((page) => page.blocks);
  const sizes = new TextSizes();
  for (const block of blocks) sizes.add(block);
  const finder = new CodeFinder(blocks);
  const found = pages.map((page) => ({ ...page, blocks: finder.withCode(page.blocks) }));
  const headings = new Headings(
    sizes.common,
    found.flatMap(({ blocks }) => blocks.filter((block) => linesIn(block).length > 0)),
  );
  return found.map((page) => ({ ...page, blocks: page.blocks.map((block) => headings.withLevel(block)) }));
}

function requireCharacters(characters: number, most: number): void {
  if (characters <= most) return;
  throw new InputFault('file-too-large', `has more than ${most} characters of text; select fewer pages`);
}
