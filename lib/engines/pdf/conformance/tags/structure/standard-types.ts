/** Structure types of PDF 1.7 (PDF 32000-1, 14.8.4), by what they are. */
const groups = ['Document', 'Part', 'Art', 'Sect', 'Div', 'BlockQuote', 'NonStruct', 'Private', 'Index'];
const tables = ['Table', 'TR', 'TH', 'TD', 'THead', 'TBody', 'TFoot'];
const lists = ['L', 'LI', 'Lbl', 'LBody', 'TOC', 'TOCI'];
const blocks = ['P', 'H', 'H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'Caption'];
const inlines = ['Span', 'Quote', 'Note', 'Reference', 'BibEntry', 'Code', 'Link', 'Annot'];
const asian = ['Ruby', 'RB', 'RT', 'RP', 'Warichu', 'WT', 'WP'];
const illustrations = ['Figure', 'Formula', 'Form'];

export const standardTypes: ReadonlySet<string> = new Set([
  ...groups,
  ...tables,
  ...lists,
  ...blocks,
  ...inlines,
  ...asian,
  ...illustrations,
]);

/** Types that structure a document without being text. They can contain paragraphs. */
export const groupTypes: ReadonlySet<string> = new Set([...groups, 'TD', 'TH', 'LBody']);

/** Types whose kids are elements of certain types only. */
export const strictTypes: ReadonlySet<string> = new Set([
  'L',
  'LI',
  'TOC',
  'Table',
  'THead',
  'TBody',
  'TFoot',
  'TR',
]);

/** Types that PDF 1.7 does not have, and the nearest that it has: those of PDF 2.0 and of HTML. */
export const nearestTypes: ReadonlyMap<string, string> = new Map([
  ['DocumentFragment', 'Sect'],
  ['Aside', 'Sect'],
  ['Title', 'P'],
  ['FENote', 'Note'],
  ['Sub', 'Span'],
  ['Em', 'Span'],
  ['Strong', 'Span'],
  ['Artifact', 'NonStruct'],
  ['Header', 'Sect'],
  ['Footer', 'Sect'],
  ['Nav', 'Sect'],
  ['Abbr', 'Span'],
  ['Bold', 'Span'],
  ['Italic', 'Span'],
]);

/** The level of a numbered heading; undefined for other types. */
export function headingLevel(type: string): number | undefined {
  const level = /^H([1-9]\d?)$/.exec(type)?.[1];
  return level === undefined ? undefined : Number(level);
}
