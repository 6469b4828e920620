import { describe, expect, it } from 'vitest';
import type { Block } from '#lib/engines/text/block.ts';
import { CodeFinder } from '#lib/engines/text/code.ts';
import { blocksOf } from '#lib/engines/text/page-blocks.ts';
import type { TaggedBlock } from '#lib/engines/text/structure.ts';
import { markdown } from '#lib/engines/text/write-markdown.ts';
import { plainText } from '#lib/engines/text/write-plain.ts';
import { type DrawnGlyph, glyphsOf, lineOfGlyphs, paragraphOfGlyphs } from '../../../support/glyphs.ts';

const page = { number: 1, width: 600, height: 800, links: [], rules: [] };
const face = { monospaced: true };

/** The blocks of a page, with its code. */
function blocksWith(glyphs: readonly DrawnGlyph[], tags?: Map<number, TaggedBlock>): Block[] {
  const blocks = blocksOf({ ...page, glyphs: glyphsOf(glyphs) }, tags);
  return new CodeFinder(blocks).withCode(blocks);
}

const documentOf = (blocks: Block[]) => ({
  pages: [{ ...page, blocks }],
  unknown: { characters: 0, pages: [] },
});

const running = paragraphOfGlyphs(
  ['A paragraph of running text, which is in a font', 'whose letters have widths of their own, unlike code'],
  { x: 50, y: 100 },
);

/** A function with an empty line, an indentation, and what looks like a list item. */
const listing = [
  ...lineOfGlyphs('function one() {', { x: 60, y: 140, face }),
  ...lineOfGlyphs('- `2`;', { x: 80, y: 152, face }),
  ...lineOfGlyphs('}', { x: 60, y: 176, face }),
];
const written = 'function one() {\n    - `2`;\n\n}\n';

describe('code', () => {
  it('is lines in a font for code, with their indentation and empty lines', () => {
    const blocks = blocksWith([...running, ...listing]);
    expect(blocks.map(({ type }) => type)).toEqual(['paragraph', 'code']);
    expect(plainText(documentOf(blocks.slice(1)))).toBe(written);
    expect(markdown(documentOf(blocks.slice(1)))).toBe(`\`\`\`\n${written}\`\`\`\n`);
  });

  it('has fences longer than those that it has', () => {
    const fence = paragraphOfGlyphs(['```', 'code', '````'], { x: 50, y: 140, face });
    const [, code] = blocksWith([...running, ...fence]);
    expect(code && markdown(documentOf([code]))).toBe('`````\n```\ncode\n````\n`````\n');
  });

  it.each([
    ['a typewritten document', listing],
    ['one line', [...running, ...lineOfGlyphs('a-name', { x: 50, y: 140, face })]],
    ['the hidden text of a scan', [...running, ...listing.map((glyph) => ({ ...glyph, hidden: true }))]],
    [
      'parts of lines',
      [
        ...running,
        ...[140, 152].flatMap((y) => [
          ...lineOfGlyphs('the words of', { x: 50, y }),
          ...lineOfGlyphs('code', { x: 115, y, face }),
        ]),
      ],
    ],
  ])('is not %s', (_, glyphs) => {
    expect(blocksWith(glyphs).map(({ type }) => type)).not.toContain('code');
  });

  it('is what tags call code, if the paragraph has nothing else', () => {
    const [text, code]: TaggedBlock[] = [{ kind: 'paragraph' }, { kind: 'paragraph', isCode: true }];
    const tags = new Map([
      [0, text as TaggedBlock],
      [1, code as TaggedBlock],
    ]);
    const glyphs = [
      ...running.map((glyph) => ({ ...glyph, contentId: 0 })),
      ...lineOfGlyphs('x = 1', { x: 50, y: 140, contentId: 1 }),
    ];
    expect(markdown(documentOf(blocksWith(glyphs, tags).slice(1)))).toBe('```\nx = 1\n```\n');
  });
});
