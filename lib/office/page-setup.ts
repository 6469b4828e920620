import { landscapePaper } from './landscape-paper.ts';
import type { Splice } from './part-splices.ts';
import { spliceOf, type TextChange, XmlTextReader } from './xml-text.ts';
import { attributesOf, localName, type XmlTag, XmlTagReader } from './xml-tokens.ts';

/**
 * What can stand before `pageSetup` in a worksheet, chart sheet, dialog sheet or macro sheet; the schemas are sequences
 * (ECMA-376-1, 18.3.1.99, 18.3.1.12, 18.3.1.34).
 */
const predecessors = new Set(
  (
    'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios ' +
    'autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations ' +
    'hyperlinks printOptions pageMargins'
  ).split(' '),
);

/**
 * Finds what makes a sheet print in landscape: its own `pageSetup` changed, or one put in at its place in the schema.
 * Custom views have page setups of their own, which are left alone.
 *
 * @param pieces the sheet's XML
 * @returns undefined when there is nothing to change
 * @throws FormatError when the XML is broken
 */
export async function findLandscapeSplice(pieces: AsyncIterable<Buffer>): Promise<Splice | undefined> {
  const text = new XmlTextReader();
  const tags = new XmlTagReader();
  const place = new PageSetupPlace();
  for await (const piece of pieces) {
    for (const tag of tags.read(text.read(piece))) place.see(tag);
  }
  tags.finish();
  const change = place.change();
  return change && text.encoding && spliceOf(change, text.encoding);
}

/** Watches the sheet's children go by. */
class PageSetupPlace {
  #depth = 0;
  #prefix = '';
  #pageSetup: XmlTag | undefined;
  /** Behind the last child that has to stand before `pageSetup`, or behind the root's start tag. */
  #insertAt: number | undefined;

  see(tag: XmlTag): void {
    if (tag.kind === 'close') this.#depth -= 1;
    if (this.#depth === 1) this.#seeChild(tag);
    else if (this.#depth === 0 && tag.kind === 'open') {
      this.#prefix = tag.name.slice(0, tag.name.indexOf(':') + 1);
      this.#insertAt = tag.end;
    }
    if (tag.kind === 'open') this.#depth += 1;
  }

  #seeChild(tag: XmlTag): void {
    const name = localName(tag.name);
    if (name === 'pageSetup' && tag.kind !== 'close') this.#pageSetup ??= tag;
    if (predecessors.has(name) && tag.kind !== 'open') this.#insertAt = tag.end;
  }

  change(): TextChange | undefined {
    if (this.#pageSetup) {
      const { start, end } = this.#pageSetup;
      return { start, end, text: inLandscape(this.#pageSetup) };
    }
    if (this.#insertAt === undefined) return undefined;
    return {
      start: this.#insertAt,
      end: this.#insertAt,
      text: `<${this.#prefix}pageSetup orientation="landscape"/>`,
    };
  }
}

/** With `usePrinterDefaults="1"` LibreOffice would ignore the rest. */
function inLandscape(tag: XmlTag): string {
  const attributes = attributesOf(tag);
  const { orientation, paperSize } = landscapePaper(
    new Map(attributes.map(({ name, value }) => [name, value])),
  );
  const replaced = ['orientation', 'usePrinterDefaults', ...(paperSize === undefined ? [] : ['paperSize'])];
  let text = tag.text;
  for (const { name, start, end } of attributes.toReversed()) {
    if (replaced.includes(name)) text = text.slice(0, start) + text.slice(end);
  }
  const nameEnd = 1 + tag.name.length;
  const paper = paperSize === undefined ? '' : ` paperSize="${paperSize}"`;
  return `${text.slice(0, nameEnd)} orientation="${orientation}"${paper}${text.slice(nameEnd)}`;
}
