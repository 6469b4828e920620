import type { PartEdits } from '../part-edits.ts';
import type { Splice } from '../part-splices.ts';
import { isHarmlessField } from '../rtf/field-instruction.ts';
import { spliceOf, type TextChange } from '../xml-text.ts';
import { attributesOf, localName, resolveReferences, type XmlAttribute, type XmlTag } from '../xml-tokens.ts';
import { isActiveExcelFormula, isActiveFormula } from './active-formula.ts';
import { type XmlContent, XmlContentReader } from './xml-contents.ts';

/** The change that removes an address, or the data of another program, from an element; undefined if it has none. */
interface Removal {
  /** The elements whose text matters. */
  hasText?: (tag: XmlTag) => boolean;
  ofText?: (content: XmlContent) => TextChange | undefined;
  ofTag?: (tag: XmlTag) => TextChange | undefined;
}

/** Fields of Word documents (ECMA-376-1, 17.16). The text that they show stays. */
const wordFields: Removal = {
  hasText: ({ name }) => localName(name) === 'instrText',
  ofText: ({ open, close, text }) =>
    isHarmlessField(resolveReferences(text)) ? undefined : { start: open.end, end: close.start, text: '' },
  ofTag: (tag) =>
    localName(tag.name) === 'fldSimple'
      ? withoutValue(tag, 'instr', (value) => !isHarmlessField(value))
      : undefined,
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
    return tag.text.includes('formula') ? withoutValue(tag, 'formula', isActiveFormula) : undefined;
  },
};

const wordPart = /\.wordprocessingml\.(?:document\.main|header|footer|footnotes|endnotes|comments)\+xml$/;
const sheetPart = /\.spreadsheetml\.worksheet\+xml$/;

/** Removes what loads by itself from the text and tables of an Office Open XML document. */
export const withoutActiveContent: PartEdits = (contentType) => {
  const removal = wordPart.test(contentType)
    ? wordFields
    : sheetPart.test(contentType)
      ? excelFormulas
      : undefined;
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
      const change = 'open' in found ? removal.ofText?.(found) : removal.ofTag?.(found);
      const { encoding } = reader.text;
      if (change && encoding) splices.push(spliceOf(change, encoding));
    }
  }
  reader.finish();
  return splices;
}

/** The change that removes an attribute if its value is to go. */
function withoutValue(tag: XmlTag, name: string, goes: (value: string) => boolean): TextChange | undefined {
  const isMeant = (attribute: XmlAttribute): boolean =>
    localName(attribute.name) === name && goes(attribute.value);
  const attribute = attributesOf(tag).find(isMeant);
  return attribute && { start: tag.start + attribute.start, end: tag.start + attribute.end, text: '' };
}
