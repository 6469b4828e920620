import { nameAt } from '../pdf/assembly/lookup.ts';
import type { PDFDict } from '../pdf/objects.ts';
import { nameOf } from '../pdf/syntax/names.ts';

/** What a structure element is for the text of a page. */
export type ElementKind =
  | {
      kind:
        | 'section'
        | 'group'
        | 'paragraph'
        | 'illustration'
        | 'list'
        | 'listItem'
        | 'table'
        | 'row'
        | 'inline'
        | 'code';
    }
  | { kind: 'heading'; level: number }
  | { kind: 'cell'; header: boolean };

/** Standard structure types (PDF 32000-1, 14.8.4, and ISO 32000-2, 14.8.4) that are not text inside a block. */
const kinds = new Map<string, ElementKind>([
  ...['Document', 'DocumentFragment', 'Part', 'Art', 'Sect', 'Div', 'Aside', 'BlockQuote'].map(section),
  ...['TOC', 'Index', 'THead', 'TBody', 'TFoot'].map(section),
  ...['P', 'Caption', 'TOCI', 'FENote', 'BibEntry'].map((type): [string, ElementKind] => [
    type,
    { kind: 'paragraph' },
  ]),
  // They stand in a line or by themselves.
  ...['Figure', 'Formula', 'Form', 'Note'].map((type): [string, ElementKind] => [
    type,
    { kind: 'illustration' },
  ]),
  ['Code', { kind: 'code' }],
  ['Title', { kind: 'heading', level: 1 }],
  ['H', { kind: 'heading', level: 1 }],
  ['L', { kind: 'list' }],
  ['LI', { kind: 'listItem' }],
  ['Table', { kind: 'table' }],
  ['TR', { kind: 'row' }],
  ['TH', { kind: 'cell', header: true }],
  ['TD', { kind: 'cell', header: false }],
]);

function section(type: string): [string, ElementKind] {
  return [type, { kind: 'section' }];
}

const standardInline = new Set([
  ...['Span', 'Quote', 'Reference', 'Link', 'Annot', 'Ruby', 'RB', 'RT', 'RP', 'Warichu', 'WT', 'WP'],
  ...['Lbl', 'LBody', 'Em', 'Strong', 'Sub', 'NonStruct', 'Artifact', 'Private'],
]);

/** Types that are mapped to types that are mapped. */
const longestMapping = 16;

/** What an element of a type is, by the standard type that it is mapped to. Unknown types are groups. */
export function kindOf(type: string, roles: PDFDict | undefined): ElementKind {
  let name = type;
  for (let step = 0; step < longestMapping; step += 1) {
    const heading = /^H([1-9]\d?)$/.exec(name)?.[1];
    if (heading !== undefined) return { kind: 'heading', level: Number(heading) };
    const kind = kinds.get(name);
    if (kind) return kind;
    if (standardInline.has(name)) return { kind: 'inline' };
    const mapped = roles && nameAt(roles, nameOf(name));
    if (mapped === undefined || mapped === name) break;
    name = mapped;
  }
  return { kind: 'group' };
}
