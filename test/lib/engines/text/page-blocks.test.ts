import { describe, expect, it } from 'vitest';
import type { Block } from '#lib/engines/text/block.ts';
import { linesIn } from '#lib/engines/text/block.ts';
import { blocksOf } from '#lib/engines/text/page-blocks.ts';
import { type DrawnGlyph, glyphsOf, lineOfGlyphs, paragraphOfGlyphs } from '../../../support/glyphs.ts';

const page = { width: 600, height: 800, links: [], rules: [] };
const blocksIn = (glyphs: readonly DrawnGlyph[]): Block[] =>
  blocksOf({ ...page, glyphs: glyphsOf(glyphs) }, undefined);
const textsIn = (glyphs: readonly DrawnGlyph[]): string[][] =>
  blocksIn(glyphs).map((block) => linesIn(block).map(({ text }) => text));

const long = (word: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${word}${index} runs over the whole width of it`);

describe('the text of a page without tags', () => {
  it('has words where the page has gaps, whether there is a space or not', () => {
    const glyphs = [
      ...lineOfGlyphs('with space', { x: 50, y: 100 }),
      ...lineOfGlyphs('by', { x: 50, y: 140 }),
      ...lineOfGlyphs('gap', { x: 63, y: 140 }),
      ...lineOfGlyphs('to', { x: 50, y: 180 }),
      ...lineOfGlyphs('gether', { x: 60.5, y: 180 }),
    ];
    expect(textsIn(glyphs)).toEqual([['with space'], ['by gap'], ['together']]);
  });

  it('is read column by column, and a title across the columns comes first', () => {
    const [left, right] = [long('left', 8), long('right', 8)];
    const glyphs = [
      ...paragraphOfGlyphs(right, { x: 320, y: 100 }),
      ...paragraphOfGlyphs(left, { x: 50, y: 100 }),
      ...lineOfGlyphs('A title that is as wide as both columns of the page', { x: 50, y: 60, size: 20 }),
    ];
    expect(textsIn(glyphs).flat()).toEqual([
      'A title that is as wide as both columns of the page',
      ...left,
      ...right,
    ]);
  });

  it('is read column by column above and below a line across the columns', () => {
    const parts = ['a', 'b', 'c', 'd'].map((name) => long(name, 5));
    const middle = 'This heading in the middle of the page goes across both of the columns of it.';
    const glyphs = [
      ...paragraphOfGlyphs(parts[0] ?? [], { x: 50, y: 100 }),
      ...paragraphOfGlyphs(parts[1] ?? [], { x: 320, y: 100 }),
      ...lineOfGlyphs(middle, { x: 50, y: 200, size: 12 }),
      ...paragraphOfGlyphs(parts[2] ?? [], { x: 50, y: 240 }),
      ...paragraphOfGlyphs(parts[3] ?? [], { x: 320, y: 240 }),
    ];
    const [a = [], b = [], c = [], d = []] = parts;
    expect(textsIn(glyphs).flat()).toEqual([...a, ...b, middle, ...c, ...d]);
  });

  it('is read row by row where short texts stand at the same height', () => {
    const rows = [
      ['Name', 'Amount', 'Year'],
      ['Ada', '12', '1815'],
      ['Charles', '7', '1791'],
      ['Grace', '33', '1906'],
    ];
    const glyphs = [0, 1, 2].flatMap((column) =>
      rows.flatMap((row, index) =>
        lineOfGlyphs(row[column] ?? '', { x: 50 + 150 * column, y: 100 + 14 * index }),
      ),
    );
    expect(textsIn(glyphs).flat()).toEqual(rows.map((row) => row.join('\t')));
  });

  it('is read line by line where indented lines are below others', () => {
    const glyphs = ['a long line {', 'one    two', '}'].flatMap((text, index) =>
      lineOfGlyphs(text, { x: index === 1 ? 70 : 50, y: 100 + 12 * index }),
    );
    expect(textsIn(glyphs).flat()).toEqual(['a long line {', 'one\ttwo', '}']);
  });

  it('has paragraphs where lines are further apart, indented or of another size', () => {
    const glyphs = [
      ...lineOfGlyphs('Heading', { x: 50, y: 50, size: 18 }),
      ...paragraphOfGlyphs(['one', 'two', 'three'], { x: 50, y: 80 }),
      ...paragraphOfGlyphs(['four', 'five'], { x: 50, y: 140 }),
      ...lineOfGlyphs('indented', { x: 65, y: 164 }),
      ...lineOfGlyphs('six', { x: 50, y: 176 }),
    ];
    expect(textsIn(glyphs)).toEqual([
      ['Heading'],
      ['one', 'two', 'three'],
      ['four', 'five'],
      ['indented', 'six'],
    ]);
  });

  it('keeps exponents and indices in their line', () => {
    const glyphs = [
      ...lineOfGlyphs('E=mc', { x: 50, y: 100 }),
      ...lineOfGlyphs('2', { x: 70, y: 95.5, size: 6 }),
      ...lineOfGlyphs('and H', { x: 80, y: 100 }),
      ...lineOfGlyphs('2', { x: 105, y: 102.5, size: 6 }),
      ...lineOfGlyphs('O', { x: 108, y: 100 }),
    ];
    expect(textsIn(glyphs)).toEqual([['E=mc2 and H2O']]);
  });

  it('leaves out what is drawn again to look bold, and keeps double letters', () => {
    const glyphs = [
      ...lineOfGlyphs('all letters', { x: 50, y: 100 }),
      ...lineOfGlyphs('all letters', { x: 50.4, y: 100 }),
    ];
    expect(textsIn(glyphs)).toEqual([['all letters']]);
  });

  it('reverses what runs from right to left, and keeps numbers and other scripts', () => {
    // As seen: the first letter of the line is the rightmost.
    const seen = 'abc םולש 123';
    expect(textsIn(lineOfGlyphs(seen, { x: 50, y: 100 }))).toEqual([['123 שלום abc']]);
    expect(textsIn(lineOfGlyphs('It says םולש to all', { x: 50, y: 100 }))).toEqual([
      ['It says שלום to all'],
    ]);
  });

  it('reads rotated text in its direction, after the text of most of the page', () => {
    const rotated = lineOfGlyphs('sideways', { x: 0, y: 0 }).map((glyph, index) => {
      const y = 500 - index * 5;
      return { ...glyph, angle: -Math.PI / 2, x: 40, y, box: { left: 32, right: 42, top: y - 5, bottom: y } };
    });
    const glyphs = [...rotated, ...lineOfGlyphs('the upright text', { x: 60, y: 100 })];
    expect(textsIn(glyphs)).toEqual([['the upright text'], ['sideways']]);
  });

  it('reads vertical text downwards and its lines from the right', () => {
    const column = (text: string, x: number): DrawnGlyph[] =>
      Array.from(text, (character, index) => ({
        ...(lineOfGlyphs(character, { x, y: 100 })[0] as DrawnGlyph),
        angle: Math.PI / 2,
        vertical: true,
        y: 100 + index * 10,
        box: { left: x, right: x + 10, top: 100 + index * 10, bottom: 110 + index * 10 },
      }));
    expect(textsIn([...column('二行目', 300), ...column('一行目', 320)]).flat()).toEqual([
      '一行目',
      '二行目',
    ]);
  });

  it('says what the page does not show', () => {
    const [block] = blocksIn(lineOfGlyphs('scanned', { x: 50, y: 100, hidden: true }));
    expect(block && linesIn(block)).toMatchObject([{ text: 'scanned', hidden: true }]);
  });

  it('has the links of its areas', () => {
    const glyphs = lineOfGlyphs('see our website now', { x: 50, y: 100 });
    const links = [
      { box: { left: 69, top: 90, right: 126, bottom: 104 }, target: { url: 'https://example.com' } },
    ];
    const [block] = blocksOf({ ...page, glyphs: glyphsOf(glyphs), links }, undefined);
    expect(block && linesIn(block)[0]?.links).toEqual([
      { start: 4, end: 15, target: { url: 'https://example.com' } },
    ]);
  });
});

describe('the text of a tagged page', () => {
  it('has the order of the tags, whatever the positions', () => {
    const glyphs = [
      ...lineOfGlyphs('second', { x: 50, y: 100, contentId: 1 }),
      ...lineOfGlyphs('first', { x: 50, y: 300, contentId: 0 }),
      ...lineOfGlyphs('page header', { x: 50, y: 20 }),
      ...lineOfGlyphs('page footer', { x: 50, y: 780 }),
    ];
    const tags = new Map([
      [0, { kind: 'heading', level: 2 } as const],
      [1, { kind: 'paragraph' } as const],
    ]);
    const many = [...glyphs, ...paragraphOfGlyphs(long('more', 3), { x: 50, y: 400, contentId: 1 })];
    const blocks = blocksOf({ ...page, glyphs: glyphsOf(many) }, tags);
    expect(blocks.map((block) => linesIn(block)[0]?.text)).toEqual([
      'page header',
      'first',
      'second',
      'page footer',
    ]);
    expect(blocks[1]).toMatchObject({ type: 'heading', level: 2 });
  });

  it('has tables with their rows, headers and spans', () => {
    const [table, head, body] = [{}, {}, {}];
    const cell = (row: object, header: boolean, span = 1) =>
      ({ kind: 'cell', cell: { table, row, header, span } }) as const;
    const tags = new Map([
      [0, cell(head, true, 2)],
      [1, cell(body, false)],
      [2, cell(body, false)],
    ]);
    const glyphs = ['Both', 'one', 'two'].flatMap((text, contentId) =>
      lineOfGlyphs(text, { x: 50, y: 100 + 20 * contentId, contentId }),
    );
    expect(blocksOf({ ...page, glyphs: glyphsOf(glyphs) }, tags)).toMatchObject([
      {
        type: 'table',
        rows: [
          { header: true, cells: [{ span: 2, lines: [{ text: 'Both' }] }] },
          { header: false, cells: [{ lines: [{ text: 'one' }] }, { lines: [{ text: 'two' }] }] },
        ],
      },
    ]);
  });
});
