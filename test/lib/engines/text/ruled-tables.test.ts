import { describe, expect, it } from 'vitest';
import { type Block, linesIn } from '#lib/engines/text/block.ts';
import type { Rule } from '#lib/engines/text/glyph.ts';
import { blocksOf } from '#lib/engines/text/page-blocks.ts';
import { plainText } from '#lib/engines/text/write-plain.ts';
import { type DrawnGlyph, glyphsOf, lineOfGlyphs, paragraphOfGlyphs } from '../../../support/glyphs.ts';

const page = { width: 600, height: 800, links: [] };
const blocksIn = (glyphs: readonly DrawnGlyph[], rules: readonly Rule[]): Block[] =>
  blocksOf({ ...page, glyphs: glyphsOf(glyphs), rules }, undefined);
const textOf = (glyphs: readonly DrawnGlyph[], rules: readonly Rule[]): string =>
  plainText({
    pages: [{ ...page, number: 1, blocks: blocksIn(glyphs, rules) }],
    unknown: { characters: 0, pages: [] },
  });

const horizontal = (y: number, left: number, right: number): Rule => ({
  left,
  right,
  top: y,
  bottom: y + 0.5,
});
const vertical = (x: number, top: number, bottom: number): Rule => ({ left: x, right: x + 0.5, top, bottom });

/** The lines of a table with all edges of its cells. */
const gridOf = (xs: readonly number[], ys: readonly number[]): Rule[] => {
  const [left = 0, right = 0] = [xs[0], xs.at(-1)];
  const [top = 0, bottom = 0] = [ys[0], ys.at(-1)];
  return [...ys.map((y) => horizontal(y, left, right)), ...xs.map((x) => vertical(x, top, bottom))];
};

/** Texts in cells of 100 by 20 points, from (50, 100). */
const cellsOf = (rows: readonly (readonly string[])[]): DrawnGlyph[] =>
  rows.flatMap((row, y) =>
    row.flatMap((text, x) => lineOfGlyphs(text, { x: 55 + 100 * x, y: 114 + 20 * y })),
  );

describe('a table that rules draw', () => {
  const rows = [
    ['Name', 'Year'],
    ['Ada', '1815'],
    ['Grace', '1906'],
  ];
  const [xs, ys] = [
    [50, 150, 250],
    [100, 120, 140, 160],
  ];

  it('has the text of its cells, and stands where the page has it', () => {
    const glyphs = [
      ...lineOfGlyphs('before it', { x: 50, y: 80 }),
      ...lineOfGlyphs('after it', { x: 50, y: 190 }),
      ...cellsOf(rows),
    ];
    const blocks = blocksIn(glyphs, gridOf(xs, ys));
    expect(blocks.map(({ type }) => type)).toEqual(['paragraph', 'table', 'paragraph']);
    expect(blocks[1]?.box).toEqual({ left: 50, top: 100, right: 250, bottom: 160 });
    expect(textOf(glyphs, gridOf(xs, ys))).toBe(
      'before it\n\nName\tYear\nAda\t1815\nGrace\t1906\n\nafter it\n',
    );
  });

  it('can be drawn as the edges of each cell, as dashes, and without its outer edges', () => {
    const edges = ys.slice(1).flatMap((y) => xs.slice(1).flatMap((x) => gridOf([x - 100, x], [y - 20, y])));
    const dashes = gridOf(xs, ys).flatMap((rule) =>
      rule.right - rule.left > 1
        ? Array.from({ length: 50 }, (_, index) => horizontal(rule.top, 50 + 4 * index, 52 + 4 * index))
        : [rule],
    );
    const inner = [vertical(150, 100, 160), horizontal(120, 50, 250), horizontal(140, 50, 250)];
    for (const rules of [edges, dashes, inner])
      expect(textOf(cellsOf(rows), rules)).toBe('Name\tYear\nAda\t1815\nGrace\t1906\n');
  });

  it('has joined cells: the columns of one, and the text of several rows in the first', () => {
    // Both columns of the first row are one cell, as are two rows of the first column.
    const rules = [
      ...[100, 120, 160].map((y) => horizontal(y, 50, 250)),
      horizontal(140, 150, 250),
      vertical(50, 100, 160),
      vertical(150, 120, 160),
      vertical(250, 100, 160),
    ];
    const glyphs = [
      ...cellsOf([['Both'], [], ['', '2']]),
      ...lineOfGlyphs('Rows', { x: 55, y: 144 }),
      ...lineOfGlyphs('1', { x: 155, y: 134 }),
      ...lineOfGlyphs('3', { x: 155, y: 174 }),
      ...lineOfGlyphs('4', { x: 55, y: 174 }),
    ];
    const below = [horizontal(180, 50, 250), ...[50, 150, 250].map((x) => vertical(x, 160, 180))];
    const [table] = blocksIn(glyphs, [...rules, ...below]);
    expect(table).toMatchObject({
      type: 'table',
      rows: [
        { cells: [{ span: 2, lines: [{ text: 'Both' }] }] },
        { cells: [{ lines: [{ text: 'Rows' }] }, { lines: [{ text: '1' }] }] },
        { cells: [{ lines: [], span: 1 }, { lines: [{ text: '2' }] }] },
        { cells: [{ lines: [{ text: '4' }] }, { lines: [{ text: '3' }] }] },
      ],
    });
  });

  it('has a row for each line where no rule separates them', () => {
    const columns = [
      ['alpha', 'beta', 'gamma'],
      ['1', '2', '3'],
    ].flatMap((lines, x) => paragraphOfGlyphs(lines, { x: 55 + 100 * x, y: 134 }));
    const glyphs = [...cellsOf([['Letter', 'Number']]), ...columns];
    expect(textOf(glyphs, gridOf(xs, [100, 120, 180]))).toBe('Letter\tNumber\nalpha\t1\nbeta\t2\ngamma\t3\n');
    const wrapped = ['one long line as', 'wide as its cell', 'to the last end'];
    const texts = [0, 1].flatMap((x) => paragraphOfGlyphs(wrapped, { x: 55 + 100 * x, y: 134 }));
    const [table] = blocksIn([...cellsOf([['Letter', 'Number']]), ...texts], gridOf(xs, [100, 120, 180]));
    expect(table).toMatchObject({ rows: [{}, { cells: [{ lines: [{}, {}, {}] }, {}] }] });
  });

  it('has a header if only its first row is bold', () => {
    const bold = cellsOf([['Name', 'Year']]).map((glyph) => ({
      ...glyph,
      face: { ...glyph.face, bold: true },
    }));
    const glyphs = [...bold, ...cellsOf([[], ...rows.slice(1)])];
    const [table] = blocksIn(glyphs, gridOf(xs, ys));
    expect(table).toMatchObject({ rows: [{ header: true }, { header: false }, { header: false }] });
  });

  it('keeps a table beside running text in its column', () => {
    const text = Array.from({ length: 10 }, (_, index) => `line ${index} of the text in the right column`);
    const glyphs = [...cellsOf(rows), ...paragraphOfGlyphs(text, { x: 300, y: 80 })];
    expect(textOf(glyphs, gridOf(xs, ys))).toBe(`Name\tYear\nAda\t1815\nGrace\t1906\n\n${text.join('\n')}\n`);
  });
});

describe('rules that draw no table', () => {
  const paragraph = paragraphOfGlyphs(['some lines of text', 'that are a paragraph'], { x: 55, y: 114 });
  const cells = cellsOf([
    ['one', 'two'],
    ['three', 'four'],
  ]);

  it.each([
    ['underlines', paragraph, [horizontal(116, 55, 145), horizontal(128, 55, 155)]],
    ['a frame round a paragraph', paragraph, gridOf([50, 250], [100, 140])],
    [
      'a frame inside the frame of the page',
      paragraph,
      [...gridOf([50, 250], [100, 140]), ...gridOf([20, 580], [20, 780])],
    ],
    ['a line between columns below a title', cells, [horizontal(90, 50, 250), vertical(150, 90, 160)]],
    ['a form to fill in', cellsOf([['Name', 'Year']]), gridOf([50, 150, 250], [100, 120, 140, 160])],
    ['a grid that is mostly empty', cells, gridOf([50, 150, 250, 350, 450], [100, 120, 140, 160, 180])],
    [
      'lines through words',
      lineOfGlyphs('crossed out text', { x: 55, y: 114 }).concat(cells),
      gridOf([70, 90, 110], [100, 120, 140]),
    ],
    [
      'boxes that are joined by lines',
      cells,
      [
        ...gridOf([50, 120], [100, 120]),
        ...gridOf([150, 220], [120, 140]),
        horizontal(110, 120, 180),
        vertical(180, 110, 120),
      ],
    ],
    [
      'bars on an axis',
      cellsOf([['a', 'b', 'c']]),
      [horizontal(160, 50, 350), ...[60, 160, 260].flatMap((x) => gridOf([x, x + 40], [120 + x / 10, 160]))],
    ],
  ])('are %s', (_, glyphs, rules) => {
    expect(blocksIn(glyphs, rules).filter(({ type }) => type === 'table')).toEqual([]);
    expect(blocksIn(glyphs, rules).flatMap(linesIn)).toEqual(blocksIn(glyphs, []).flatMap(linesIn));
  });
});
