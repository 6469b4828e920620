import type { Splice } from './part-splices.ts';
import { changedAttributes, type SheetSetup } from './sheet-setup.ts';
import { spliceOf, type TextChange, XmlTextReader } from './xml-text.ts';
import { attributesOf, localName, type XmlAttribute, type XmlTag, XmlTagReader } from './xml-tokens.ts';

/**
 * Elements allowed before `pageSetup` in a worksheet, chart sheet, dialog sheet or macro sheet; the schemas are
 * sequences (ECMA-376-1, 18.3.1.99, 18.3.1.12, 18.3.1.34).
 */
const predecessors = new Set(
  (
    'sheetPr dimension sheetViews sheetFormatPr cols sheetData sheetCalcPr sheetProtection protectedRanges scenarios ' +
    'autoFilter sortState dataConsolidate customSheetViews mergeCells phoneticPr conditionalFormatting dataValidations ' +
    'hyperlinks printOptions pageMargins'
  ).split(' '),
);

/**
 * Finds the changes that give a sheet the required page setup: its `pageSetup` modified, or a new one at its place in
 * the schema. Custom views have separate page setups, which stay unchanged.
 *
 * @param pieces the sheet's XML
 * @throws FormatError when the XML is malformed
 */
export async function findPageSetup(pieces: AsyncIterable<Buffer>, setup: SheetSetup): Promise<Splice[]> {
  const text = new XmlTextReader();
  const tags = new XmlTagReader();
  const place = new PageSetupPlace();
  const changes: TextChange[] = [];
  for await (const piece of pieces) {
    for (const tag of tags.read(text.read(piece))) {
      place.see(tag);
      const unscrolled = setup.fromStart === true && place.isInView ? withoutScrolling(tag) : undefined;
      if (unscrolled) changes.push(unscrolled);
    }
  }
  tags.finish();
  const change = place.change(setup);
  if (change) changes.push(change);
  const { encoding } = text;
  return encoding ? changes.map((each) => spliceOf(each, encoding)) : [];
}

/** Tracks the sheet's child elements. */
class PageSetupPlace {
  #depth = 0;
  #prefix = '';
  #pageSetup: XmlTag | undefined;
  /** After the last child that must precede `pageSetup`, or after the root's start tag. */
  #insertAt: number | undefined;
  /** Whether the last tag is in the views of the sheet, which come before `pageSetup`. */
  isInView = false;

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
    this.isInView = name === 'sheetViews' && tag.kind === 'open';
    if (name === 'pageSetup' && tag.kind !== 'close') this.#pageSetup ??= tag;
    if (predecessors.has(name) && tag.kind !== 'open') this.#insertAt = tag.end;
  }

  change(setup: SheetSetup): TextChange | undefined {
    const attributes = this.#pageSetup ? attributesOf(this.#pageSetup) : [];
    const changed = changedAttributes(new Map(attributes.map(({ name, value }) => [name, value])), setup);
    if (changed.size === 0) return undefined;
    if (this.#pageSetup) {
      const { start, end } = this.#pageSetup;
      return { start, end, text: withAttributes(this.#pageSetup, attributes, changed) };
    }
    const place = this.#insertAt;
    if (place === undefined) return undefined;
    return { start: place, end: place, text: `<${this.#prefix}pageSetup${written(changed)}/>` };
  }
}

/** The change that removes the scroll position of a view or of a pane. */
function withoutScrolling(tag: XmlTag): TextChange | undefined {
  if (tag.kind === 'close') return undefined;
  const attributes = attributesOf(tag);
  if (!attributes.some(({ name }) => name === scrolled)) return undefined;
  const { start, end } = tag;
  return { start, end, text: withAttributes(tag, attributes, new Map([[scrolled, undefined]])) };
}

const scrolled = 'topLeftCell';

function withAttributes(
  tag: XmlTag,
  attributes: readonly XmlAttribute[],
  changed: ReadonlyMap<string, string | undefined>,
): string {
  let { text } = tag;
  for (const { name, start, end } of attributes.toReversed()) {
    if (changed.has(name)) text = text.slice(0, start) + text.slice(end);
  }
  const nameEnd = 1 + tag.name.length;
  return text.slice(0, nameEnd) + written(changed) + text.slice(nameEnd);
}

const written = (attributes: ReadonlyMap<string, string | undefined>): string =>
  [...attributes].map(([name, value]) => (value === undefined ? '' : ` ${name}="${value}"`)).join('');
