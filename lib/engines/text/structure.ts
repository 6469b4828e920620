import { dictAt, listOf, nameAt, numberAt, refAt, textAt } from '../pdf/assembly/lookup.ts';
import { keys } from '../pdf/keys.ts';
import { PDFDict, PDFNumber, type PDFObject, PDFRef } from '../pdf/objects.ts';
import type { PdfSource } from '../pdf/reader/pdf-source.ts';
import type { ActualText, ActualTexts } from './actual-text.ts';
import { type ElementKind, kindOf } from './structure-types.ts';

/** A block of a tagged document: a structure element with content that is not divided further. */
export interface TaggedBlock {
  kind: 'paragraph' | 'heading' | 'listItem' | 'cell';
  /** Of a heading, from 1; of a list item, the depth of its list, from 1. */
  level?: number | undefined;
  cell?: TaggedCell | undefined;
  /** Whether all of its content is computer code. */
  isCode?: boolean | undefined;
}

interface TaggedCell {
  /** Identifies the table. */
  table: object;
  /** Identifies the row. */
  row: object;
  header: boolean;
  span: number;
}

/** The marked content of a page in the order of the structure, with the block that it belongs to. */
export type TaggedPage = ReadonlyMap<number, TaggedBlock>;

/** The structure of a page, from the structure tree of its document. */
export interface PageStructure {
  tags: TaggedPage;
  actualTexts: ActualTexts;
}

/** Where an element stands. */
interface Place {
  page: PDFRef | undefined;
  block: TaggedBlock | undefined;
  isCode: boolean;
  actualText: ActualText | undefined;
  listDepth: number;
  table: object | undefined;
  row: object | undefined;
}

interface Open extends Place {
  kids: readonly PDFObject[];
  next: number;
  /** The block of content that stands directly in a section, until another block follows. */
  implicit?: TaggedBlock | undefined;
}

/** Elements inside elements. */
const deepest = 200;

/** Reads the structure tree of a document (PDF 32000-1, 14.7) by page. Empty if the document is not tagged. */
export function taggedPagesOf(source: PdfSource): ReadonlyMap<PDFRef, PageStructure> {
  const pages = new Map<PDFRef, OpenPage>();
  const root = dictAt(source.catalog, keys.StructTreeRoot);
  if (!root) return pages;
  const roles = dictAt(root, keys.RoleMap);
  const seen = new Set<PDFDict>([root]);
  const open: Open[] = [
    {
      kids: listOf(source.context, root.get(keys.K)),
      next: 0,
      page: undefined,
      block: undefined,
      isCode: false,
      actualText: undefined,
      listDepth: 0,
      table: undefined,
      row: undefined,
    },
  ];
  const mark = (id: number, page: PDFRef | undefined, place: Open): void => {
    if (!page) return;
    let marks = pages.get(page);
    if (!marks) pages.set(page, (marks = { tags: new Map(), actualTexts: new Map() }));
    if (marks.tags.has(id)) return;
    const block = blockIn(place);
    block.isCode = place.isCode && block.isCode !== false;
    marks.tags.set(id, block);
    if (place.actualText) marks.actualTexts.set(id, place.actualText);
  };
  for (let place = open.at(-1); place; place = open.at(-1)) {
    const kid = place.kids[place.next];
    place.next += 1;
    source.file.budget.read(elementBytes);
    if (kid === undefined) open.pop();
    else if (kid instanceof PDFNumber) mark(kid.asNumber(), place.page, place);
    else {
      const dict = kid instanceof PDFRef ? source.context.lookup(kid) : kid;
      if (dict instanceof PDFNumber) mark(dict.asNumber(), place.page, place);
      if (!(dict instanceof PDFDict)) continue;
      const id = numberAt(dict, keys.MCID);
      const page = refAt(dict, keys.Pg) ?? place.page;
      if (id !== undefined) mark(id, page, place);
      else if (!seen.has(dict) && open.length < deepest) {
        seen.add(dict);
        const element = kindOf(nameAt(dict, keys.S) ?? '', roles);
        const isInline = element.kind === 'inline' || element.kind === 'code';
        if (!isInline) place.implicit = undefined;
        const block = isInline ? blockIn(place) : place.block;
        open.push({
          kids: listOf(source.context, dict.get(keys.K)),
          next: 0,
          ...placeIn(element, dict, { ...placeOf(place), block, page }),
          actualText: place.actualText ?? actualTextOf(dict),
        });
      }
    }
  }
  return pages;
}

interface OpenPage extends PageStructure {
  tags: Map<number, TaggedBlock>;
  actualTexts: Map<number, ActualText>;
}

function actualTextOf(element: PDFDict): ActualText | undefined {
  const text = textAt(element, keys.ActualText);
  return text === undefined ? undefined : { text };
}

/** Counted against the budget for each element, so that its checkpoint is reached. */
const elementBytes = 256;

const blockIn = (place: Open): TaggedBlock => place.block ?? (place.implicit ??= { kind: 'paragraph' });

const placeOf = ({ page, block, isCode, actualText, listDepth, table, row }: Open): Place => ({
  page,
  block,
  isCode,
  actualText,
  listDepth,
  table,
  row,
});

/** Where the kids of an element stand. */
function placeIn(element: ElementKind, dict: PDFDict, place: Place): Place {
  const { block, listDepth } = place;
  switch (element.kind) {
    case 'inline':
    case 'group':
      return place;
    case 'code':
      return { ...place, isCode: true };
    case 'illustration':
      return block ? place : { ...place, block: { kind: 'paragraph' } };
    case 'section':
      return block?.kind === 'cell' || block?.kind === 'listItem' ? place : { ...place, block: undefined };
    case 'list':
      return block?.kind === 'cell' ? place : { ...place, block: undefined, listDepth: listDepth + 1 };
    case 'listItem':
      return block?.kind === 'cell'
        ? place
        : { ...place, block: { kind: 'listItem', level: Math.max(1, listDepth) } };
    case 'table':
      return block?.kind === 'cell' ? place : { ...place, block: undefined, table: {} };
    case 'row':
      return block?.kind === 'cell' ? place : { ...place, row: {} };
    case 'cell':
      return { ...place, block: block?.kind === 'cell' ? block : cellOf(element.header, dict, place) };
    case 'heading':
      return block?.kind === 'cell' ? place : { ...place, block: { kind: 'heading', level: element.level } };
    case 'paragraph':
      return block?.kind === 'cell' || block?.kind === 'listItem'
        ? place
        : { ...place, block: { kind: 'paragraph' } };
  }
}

function cellOf(header: boolean, dict: PDFDict, { table = {}, row = {} }: Place): TaggedBlock {
  return { kind: 'cell', cell: { table, row, header, span: spanOf(dict) } };
}

const widestSpan = 1000;

/** The columns that a cell takes (PDF 32000-1, table 349). */
function spanOf(dict: PDFDict): number {
  for (const attributes of listOf(dict.context, dict.get(keys.A))) {
    const entries = attributes instanceof PDFRef ? dict.context.lookup(attributes) : attributes;
    const span = entries instanceof PDFDict ? numberAt(entries, keys.ColSpan) : undefined;
    if (span !== undefined && span >= 1) return Math.min(widestSpan, Math.floor(span));
  }
  return 1;
}
