import { describe, expect, it } from 'vitest';
import type { Block } from '#lib/engines/text/block.ts';
import type { Line } from '#lib/engines/text/lines.ts';
import { joinLines } from '#lib/engines/text/hyphens.ts';
import type { DocumentText } from '#lib/engines/text/read-text.ts';
import { markdown } from '#lib/engines/text/write-markdown.ts';
import { plainText } from '#lib/engines/text/write-plain.ts';

const box = { left: 0, top: 0, right: 10, bottom: 10 };
const face = { name: 'Plain', bold: false, italic: false, monospaced: false };
const line = (text: string, links: Line['links'] = []): Line => ({
  ...{ text, links, box, face, size: 10, hidden: false, left: 0, right: 10, base: 0 },
});
const lines = (...texts: string[]): Line[] => texts.map((text) => line(text));
const paragraph = (...texts: string[]): Block => ({ type: 'paragraph', lines: lines(...texts), box });
const documentOf = (...pages: Block[][]): DocumentText => ({
  pages: pages.map((blocks, index) => ({ number: index + 1, width: 600, height: 800, blocks })),
  unknown: { characters: 0, pages: [] },
});

describe('plain text', () => {
  it('has the lines, an empty line between blocks, a form feed between pages', () => {
    const document = documentOf([paragraph('one', 'two'), paragraph('three')], [paragraph('four')]);
    expect(plainText(document)).toBe('one\ntwo\n\nthree\n\ffour\n');
  });

  it('has divided words in one piece', () => {
    const text = plainText(documentOf([paragraph('a divi-', 'ded word and an-', 'other', 'well-', 'Known')]));
    expect(text).toBe('a divided\nword and another\nwell-\nKnown\n');
  });

  it('separates the cells of a table with tabs', () => {
    const rows = [['a', 'b\tc'], ['d']].map((cells) => ({
      header: false,
      cells: cells.map((text) => ({ lines: lines(text), span: 1 })),
    }));
    expect(plainText(documentOf([{ type: 'table', rows, box }]))).toBe('a\tb c\nd\n');
  });
});

describe('Markdown', () => {
  const written = (...blocks: Block[]): string => markdown(documentOf(blocks));

  it('has headings, paragraphs in one line, and lists', () => {
    const item = (level: number, text: string): Block => ({
      type: 'listItem',
      level,
      lines: lines(text),
      box,
    });
    expect(
      written(
        { type: 'heading', level: 2, lines: lines('Title'), box },
        paragraph('one', 'two'),
        item(1, '• first'),
        item(2, '7. inner'),
        item(1, 'a) third'),
      ),
    ).toBe('## Title\n\none two\n\n- first\n    7. inner\n- a) third\n');
  });

  it('escapes what has a meaning in Markdown', () => {
    expect(
      written(
        paragraph('# no heading'),
        paragraph('1. no list'),
        paragraph('2 * 3 * 4 [x](y) <b> &amp; a_b'),
      ),
    ).toBe('\\# no heading\n\n1\\. no list\n\n2 \\* 3 \\* 4 \\[x\\](y) \\<b\\> \\&amp; a\\_b\n');
  });

  it('has links, but not to scripts', () => {
    const links = [
      { start: 0, end: 4, target: { url: 'https://example.com/a b' } },
      { start: 5, end: 9, target: { url: 'javascript:alert(1)' } },
      { start: 10, end: 15, target: { page: 3 } },
    ];
    expect(written({ type: 'paragraph', lines: [line('here evil there', links)], box })).toBe(
      '[here](https://example.com/a%20b) evil there\n',
    );
  });

  it('has tables with the first row as header and empty cells for spans', () => {
    const row = (header: boolean, ...cells: [string, number][]) => ({
      header,
      cells: cells.map(([text, span]) => ({ lines: lines(text), span })),
    });
    const rows = [row(true, ['A', 2]), row(false, ['b|c', 1], ['d', 1])];
    expect(written({ type: 'table', rows, box })).toBe('| A |  |\n| --- | --- |\n| b\\|c | d |\n');
  });
});

describe('lines in one', () => {
  it('have no space between ideographs', () => {
    expect(joinLines(['日本', '語です'])).toBe('日本語です');
    expect(joinLines(['soft\u00ad', 'ware 2019-', '2020'])).toBe('software 2019- 2020');
  });
});
