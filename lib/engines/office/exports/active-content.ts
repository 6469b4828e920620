import type { PartEdits } from '../part-edits.ts';
import type { Splice } from '../part-splices.ts';
import { isHarmlessField } from '../rtf/field-instruction.ts';
import { spliceOf, type TextChange } from '../xml-text.ts';
import { attributesOf, localName, resolveReferences, type XmlAttribute, type XmlTag } from '../xml-tokens.ts';
import { isActiveExcelFormula, isActiveFormula } from './active-formula.ts';
import { type XmlContent, XmlContentReader } from './xml-contents.ts';

/** The changes that remove addresses, and the data of other programs, from an element. */
interface Removal {
  /** The elements whose text matters. */
  hasText?: (tag: XmlTag) => boolean;
  ofText?: (content: XmlContent) => TextChange | undefined;
  ofTag?: (tag: XmlTag) => TextChange[];
}

/** Fields of Word documents (ECMA-376-1, 17.16). The text that they show stays. */
const wordFields: Removal = {
  hasText: ({ name }) => localName(name) === 'instrText',
  ofText: ({ open, close, text }) =>
    isHarmlessField(resolveReferences(text)) ? undefined : { start: open.end, end: close.start, text: '' },
  ofTag: (tag) =>
    localName(tag.name) === 'fldSimple' ? withoutValue(tag, 'instr', (value) => !isHarmlessField(value)) : [],
};

/** Formulas of workbooks (ECMA-376-1, 18.3.1.40). The values of their cells stay. */
const excelFormulas: Removal = {
  hasText: ({ name }) => localName(name) === 'f',
  ofText: ({ open, close, text }) =>
    isActiveExcelFormula(resolveReferences(text))
      ? { start: open.start, end: close.end, text: '' }
      : undefined,
};

/** Formulas of tables, and fields that LibreOffice keeps for Word. */
const openDocument: Removal = {
  ofTag(tag) {
    if (localName(tag.name) === 'param')
      return withoutValue(tag, 'value', (value) => !isHarmlessField(value));
    return tag.text.includes('formula') ? withoutValue(tag, 'formula', isActiveFormula) : [];
  },
};

/** Where workbooks get data from (ECMA-376-1, 18.13). The schema requires some of these attributes. */
const connections: Removal = {
  ofTag: (tag) => changedAttributes(tag, ({ name }) => connectionTargets.has(name), ''),
};

const connectionTargets = new Set([
  'url',
  'editPage',
  'post',
  'sourceFile',
  'odcFile',
  'connection',
  'command',
  'serverCommand',
]);

/** By the content types of the parts, without their common beginning. */
const removals: readonly (readonly [parts: RegExp, removal: Removal])[] = [
  [/\.wordprocessingml\.(?:document\.main|header|footer|footnotes|endnotes|comments)\+xml$/, wordFields],
  [/\.spreadsheetml\.worksheet\+xml$/, excelFormulas],
  [/\.spreadsheetml\.connections\+xml$/, connections],
];

/** Removes what loads by itself from the text and tables of an Office Open XML document. */
export const withoutActiveContent: PartEdits = (contentType) => {
  const removal = removals.find(([parts]) => parts.test(contentType))?.[1];
  return removal && ((pieces) => findRemovals(pieces, removal));
};

/** The changes that do the same in a part of an OpenDocument package. */
export const activeContentIn = (pieces: AsyncIterable<Buffer>): Promise<Splice[]> =>
  findRemovals(pieces, openDocument);

async function findRemovals(pieces: AsyncIterable<Buffer>, removal: Removal): Promise<Splice[]> {
  const reader = new XmlContentReader((tag) => removal.hasText?.(tag) ?? false);
  const splices: Splice[] = [];
  for await (const piece of pieces) {
    for (const found of reader.read(piece)) {
      const { encoding } = reader.text;
      if (encoding) for (const change of changesIn(found, removal)) splices.push(spliceOf(change, encoding));
    }
  }
  reader.finish();
  return splices;
}

function changesIn(found: XmlTag | XmlContent, { ofText, ofTag }: Removal): TextChange[] {
  if (!('open' in found)) return ofTag?.(found) ?? [];
  const change = ofText?.(found);
  return change ? [change] : [];
}

/** The changes that remove an attribute if its value is to go. */
const withoutValue = (tag: XmlTag, name: string, goes: (value: string) => boolean): TextChange[] =>
  changedAttributes(tag, (attribute) => localName(attribute.name) === name && goes(attribute.value));

/** @param value the new value of the attributes; undefined to remove them */
const changedAttributes = (
  tag: XmlTag,
  isMeant: (attribute: XmlAttribute) => boolean,
  value?: string,
): TextChange[] =>
  attributesOf(tag)
    .filter(isMeant)
    .map(({ name, start, end }) => ({
      start: tag.start + start,
      end: tag.start + end,
      text: value === undefined ? '' : ` ${name}="${value}"`,
    }));
