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
  /** Called for each page. Throws to end the work. */
  checkpoint?: (() => void) | undefined;
}

/**
 * Reads the text of a document.
 *
 * @throws InputFault the faults of `withPdfium` and `withPage`; `file-too-large` when the text exceeds its limit
 */
export const readText = ({ content, pages }: ReadingPlan, limits: ReadingLimits): Promise<DocumentText> =>
  withPdfium(content, {}, (document) => readPages(document, pages, limits));

/** What stands for a character that is not known. */
const unknownCharacter = '\ufffd';

function readPages(
  document: PdfiumDocument,
  planned: readonly PlannedPage[],
  { characters: mostCharacters, checkpoint }: ReadingLimits,
): DocumentText {
  const glyphReader = new PdfiumGlyphs(document.program);
  const ruleReader = new PdfiumRules(document.program);
  const sequence = new PageSequence(document);
  const sizes = new TextSizes();
  const unknown = { characters: 0, pages: [] as number[] };
  let characters = 0;
  const pages = planned.map(({ number, index, view, links, structure }) => {
    checkpoint?.();
    const { width, height } = view;
    const { glyphs, rules } = sequence.with(index, (page) => {
      const drawn = glyphReader.read(page, view);
      const read = structure ? withActualTexts(drawn, structure.actualTexts) : drawn;
      // Tags say what is a table.
      const needsRules = read.length > 0 && !followsTags(read, structure?.tags);
      return { glyphs: read, rules: needsRules ? ruleReader.read(page, view) : [] };
    });
    characters += glyphs.length;
    if (characters > mostCharacters) throw tooLong(mostCharacters);
    const missing = glyphs.count(unknownCharacter);
    if (missing > 0) {
      unknown.characters += missing;
      unknown.pages.push(number);
    }
    const content: PageContent = { width, height, glyphs, links, rules };
    const blocks = blocksOf(content, structure?.tags);
    for (const block of blocks) sizes.add(block);
    return { number, width, height, blocks };
  });
  sequence.close();
  return { pages: withKinds(pages, sizes.common), unknown };
}

/** The pages with what depends on the whole document: code, and the levels of headings. */
function withKinds(pages: readonly TextPage[], commonSize: number): TextPage[] {
  const finder = new CodeFinder(pages.flatMap(({ blocks }) => blocks));
  const found = pages.map((page) => ({ ...page, blocks: finder.withCode(page.blocks) }));
  const headings = new Headings(
    commonSize,
    found.flatMap(({ blocks }) => blocks.filter((block) => linesIn(block).length > 0)),
  );
  return found.map((page) => ({ ...page, blocks: page.blocks.map((block) => headings.withLevel(block)) }));
}

const tooLong = (characters: number): InputFault =>
  new InputFault('file-too-large', `has more than ${characters} characters of text; select fewer pages`);
