import { PDFDict, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { conformTags } from '#lib/engines/pdf/conformance/tags/conform-tags.ts';
import {
  firstTag,
  tag,
  taggedDocument,
  type TagNode,
  treeOf,
} from '../../../../../support/tagged-document.ts';

const accessible = { pdfua: true };

/** Content that shows text for each identifier up to `count`. */
const shown = (count: number): string =>
  Array.from({ length: count }, (_, mcid) => `/P <</MCID ${mcid}>> BDC BT (x) Tj ET EMC`).join('\n');

/** The tree after its correction. */
function corrected(tree: readonly TagNode[], content = shown(20)): string {
  const document = taggedDocument({ tree, content });
  conformTags(document, accessible);
  return treeOf(document);
}

describe('lists', () => {
  it('have the content of items in bodies', () => {
    const item = tag('LI', tag('Lbl', 0), tag('P', 1), tag('L', tag('LI', tag('Lbl', 2), 3)));
    expect(corrected([tag('L', item)])).toBe('L[LI[Lbl[0] LBody[P[1] L[LI[Lbl[2] LBody[3]]]]]]');
  });

  it('add content after a body to the body', () => {
    expect(corrected([tag('L', tag('LI', tag('LBody', 0), tag('P', 1)))])).toBe('L[LI[LBody[0 P[1]]]]');
  });

  it('enclose kids that are no items, and open groups of items', () => {
    expect(corrected([tag('L', tag('Div', tag('LI', tag('LBody', 0))), tag('P', 1))])).toBe(
      'L[LI[LBody[0]] LI[LBody[P[1]]]]',
    );
  });

  it('are no list where an item has no list around it', () => {
    expect(corrected([tag('Sect', tag('LI', tag('LBody', 0)))])).toBe('Sect[Div[Div[0]]]');
  });
});

describe('tables', () => {
  const row = (...types: string[]): TagNode => tag('TR', ...types.map((type) => tag(type)));

  it('get cells where a row is too short', () => {
    expect(corrected([tag('Table', row('TH', 'TH', 'TH'), row('TD'))])).toBe(
      'Table[TR[TH TH TH] TR[TD TD TD]]',
    );
  });

  it('lose rows without cells that the rows above cover', () => {
    const high = (rows: number): TagNode => ({ ...tag('TD'), entries: { A: { O: 'Table', RowSpan: rows } } });
    const tree = [tag('Table', tag('TR', high(2), high(3)), tag('TR'), tag('TR', tag('TD')), tag('TR'))];
    const document = taggedDocument({ tree, content: shown(1) });
    conformTags(document, accessible);
    expect(treeOf(document)).toBe('Table[TR[TD TD] TR[TD] TR[TD TD]]');
    expect(String(firstTag(document, 'TD').get(PDFName.of('A')))).toMatch(/RowSpan 1\b/);
  });

  it('count spans', () => {
    const wide = { ...tag('TD'), entries: { A: { O: 'Table', ColSpan: 2 } } };
    const high = { ...tag('TD'), entries: { A: { O: 'Table', RowSpan: 9 } } };
    const tree = [tag('Table', tag('TR', high, wide), row('TD', 'TD'), row('TD'))];
    expect(corrected(tree)).toBe('Table[TR[TD TD] TR[TD TD] TR[TD TD]]');
  });

  it('end the spans of cells with the last row', () => {
    const high = { ...tag('TD'), entries: { A: { O: 'Table', RowSpan: 9 } } };
    const document = taggedDocument({ tree: [tag('Table', tag('TR', high, tag('TD')), row('TD'))] });
    conformTags(document, accessible);
    expect(firstTag(document, 'TD').get(PDFName.of('A'))?.toString()).toContain('/RowSpan 2');
  });

  it('state the scope of headers that state none', () => {
    const document = taggedDocument({ tree: [tag('Table', row('TD', 'TH'), row('TH', 'TD'))] });
    conformTags(document, accessible);
    const scopes = [...document.context.enumerateIndirectObjects()]
      .map(([, object]) => object)
      .filter((object) => object instanceof PDFDict)
      .filter((object) => object.get(PDFName.of('S')) === PDFName.of('TH'))
      .map((object) => object.get(PDFName.of('A'))?.toString());
    expect(scopes).toEqual([
      expect.stringContaining('/Scope /Column'),
      expect.stringContaining('/Scope /Row'),
    ]);
  });

  it('get empty cells where cells are not below their headers', () => {
    const cell = (type: string, attributes: object, kids: number[] = [], ID = ''): TagNode => ({
      type,
      kids,
      entries: { A: { O: 'Table', ...attributes }, ...(ID === '' ? {} : { ID: PDFString.of(ID) }) },
    });
    const column = { Scope: 'Column' };
    const below = (id: string) => ({ Headers: [PDFString.of(id)] });
    const head = tag('TR', cell('TH', column, [0], 'a'), cell('TH', column, [1], 'b'));
    const whole = tag('TR', tag('TH', 2), cell('TD', below('a'), [3]), cell('TD', below('b'), [4]));
    const gap = tag('TR', tag('TH', 5), cell('TD', below('b'), [6]));
    expect(corrected([tag('Table', head, whole, gap)])).toBe(
      'Table[TR[TD TH[0] TH[1]] TR[TH[2] TD[3] TD[4]] TR[TH[5] TD TD[6]]]',
    );
  });

  it('have a body beside a head, and one head', () => {
    expect(corrected([tag('Table', tag('THead', row('TH')), row('TD'))])).toBe(
      'Table[THead[TR[TH]] TBody[TR[TD]]]',
    );
    expect(corrected([tag('Table', tag('THead', row('TH')))])).toBe('Table[TR[TH]]');
    expect(corrected([tag('Table', tag('THead', row('TH')), tag('THead', row('TH')))])).toBe(
      'Table[THead[TR[TH]] TBody[TR[TH]]]',
    );
  });

  it('lose backgrounds of rows, and keep text in them', () => {
    const content = '/TR <</MCID 0>> BDC 0 0 9 9 re f EMC /TR <</MCID 1>> BDC BT (x) Tj ET EMC';
    expect(corrected([tag('Table', tag('TR', 0, tag('TD')), tag('TR', 1))], content)).toBe(
      'Table[TR[TD] TR[TD[1]]]',
    );
  });
});

describe('headings', () => {
  const levels = (...types: string[]): string => corrected(types.map((type) => tag(type)));

  it('begin with the first level and skip none', () => {
    expect(levels('H2', 'H4', 'H6', 'H1', 'H3', 'H2')).toBe('H1 H2 H3 H1 H2 H2');
  });

  it('stay where nothing is skipped', () => {
    expect(levels('H1', 'H2', 'H3', 'H2', 'H1')).toBe('H1 H2 H3 H2 H1');
    expect(levels('H', 'H')).toBe('H H');
  });

  it('are numbered all, if some are', () => {
    expect(levels('H1', 'H')).toBe('H1 H2');
  });

  it('are changed with a warning, and for PDF/UA only', () => {
    const document = taggedDocument({ tree: [tag('H3')] });
    expect(conformTags(document, { pdfa: '2a', pdfua: false }).warnings).toEqual([]);
    expect(conformTags(document, accessible).warnings).toMatchObject([{ code: 'conformance-changed' }]);
  });
});

describe('other elements', () => {
  it('are groups where a figure has described figures only', () => {
    const figure = { ...tag('Figure', 0), entries: { Alt: PDFHexString.fromText('A map') } };
    expect(corrected([tag('Figure', figure, tag('Caption', 1))])).toBe('Div[Figure[0] Caption[1]]');
  });

  it('stay undescribed where nobody described them', () => {
    const document = taggedDocument({ tree: [tag('Figure', 0)], content: shown(1) });
    conformTags(document, accessible);
    expect(firstTag(document, 'Figure').has(PDFName.of('Alt'))).toBe(false);
  });

  it('have identifiers if they are notes', () => {
    const document = taggedDocument({ tree: [tag('Note'), tag('Note')] });
    conformTags(document, accessible);
    const ids = [...document.context.enumerateIndirectObjects()]
      .map(([, object]) => object)
      .filter((object) => object instanceof PDFDict)
      .filter((object) => object.get(PDFName.of('S')) === PDFName.of('Note'))
      .map((object) => object.lookup(PDFName.of('ID'), PDFHexString).decodeText());
    expect(ids).toEqual(['note', 'note-2']);
  });

  it('have types that are mapped to standard types', () => {
    const tree = [tag('Aside'), tag('P', tag('Em')), tag('Round'), tag('Box')];
    const document = taggedDocument({ tree, roleMap: { Round: 'Trip', Trip: 'Round', P: 'Span' } });
    conformTags(document, accessible);
    const root = document.context.lookup(document.catalog.get(PDFName.of('StructTreeRoot')), PDFDict);
    const roles = root.lookup(PDFName.of('RoleMap'), PDFDict).entries();
    expect(Object.fromEntries(roles.map(([key, value]) => [key.toString(), value.toString()]))).toEqual({
      '/Aside': '/Sect',
      '/Em': '/Span',
      '/Round': '/Div',
      '/Box': '/Div',
    });
  });
});

it('leaves a document without tags alone', () => {
  const document = taggedDocument({ content: 'BT (x) Tj ET' });
  expect(conformTags(document, accessible).warnings).toEqual([]);
  expect(document.catalog.has(PDFName.of('StructTreeRoot'))).toBe(false);
  expect(document.catalog.has(PDFName.of('MarkInfo'))).toBe(false);
});

it('gives an empty structure to a document that shows nothing', () => {
  const document = taggedDocument({ content: 'q 1 0 0 1 0 0 cm Q' });
  conformTags(document, accessible);
  expect(treeOf(document)).toBe('Document');
});
