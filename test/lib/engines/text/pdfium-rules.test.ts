import { describe, expect, it } from 'vitest';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { prepareReading } from '#lib/engines/text/prepare-reading.ts';
import { type DocumentText, readText } from '#lib/engines/text/read-text.ts';
import { plainText } from '#lib/engines/text/write-plain.ts';
import { rawPdf, rawStream, textPages } from '../../../support/raw-pdf.ts';

/** Reads a page of 200 by 200 points with this content. */
async function read(content: string, { page = '', form = '', catalog = '' } = {}): Promise<DocumentText> {
  const bytes = rawPdf({
    ...textPages(''),
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    4: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F1 3 0 R>>/XObject<</Fm 6 0 R>>>>/Contents 5 0 R${page}>>`,
    5: rawStream('', content),
    6: rawStream('/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Matrix[1 0 0 1 10 0]', form),
    7: '<</Type/StructTreeRoot/K<</S/P/Pg 4 0 R/K 0>>>>',
  });
  const source = openPdf(bytes);
  return readText(prepareReading(source, [0]), { characters: 1000 });
}

const textOf = async (...page: Parameters<typeof read>): Promise<string> => plainText(await read(...page));

const shown = (x: number, y: number, text: string): string => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET `;

/** Texts in cells of 50 by 20 points, of which the lower left one begins at (20, 100). */
const texts = shown(25, 126, 'A1') + shown(75, 126, 'B1') + shown(25, 106, 'A2') + shown(75, 106, 'B2');
const [asTable, asLines] = ['A1\tB1\nA2\tB2\n', 'A1\tB1\n\nA2\tB2\n'];

const lines = [100, 120, 140].map((y) => `20 ${y} m 120 ${y} l `).join('');
const sides = [20, 70, 120].map((x) => `${x} 100 m ${x} 140 l `).join('');
const rectangles = [20, 70].flatMap((x) => [100, 120].map((y) => `${x} ${y} 50 20 re `)).join('');
const thin =
  [100, 120, 140].map((y) => `20 ${y} 100 1 re `).join('') +
  [20, 70, 119].map((x) => `${x} 100 1 40 re `).join('');

describe('the rules of a page', () => {
  it.each([
    ['lines that are stroked', `${lines}${sides}S `],
    ['rectangles that are stroked', `${rectangles}S `],
    ['rectangles that are filled', `0.9 g ${rectangles}f 0 g `],
    ['thin areas', `${thin}f `],
    [
      'lines on scaled and moved coordinates',
      `q 0.5 0 0 0.5 10 50 cm 1 0 0 1 20 100 cm 0 0 m 200 0 l 0 40 m 200 40 l 0 80 m 200 80 l 0 0 m 0 80 l 100 0 m 100 80 l 200 0 m 200 80 l S Q `,
    ],
  ])('are %s', async (_, content) => {
    expect(await textOf(content + texts)).toBe(asTable);
  });

  it('are those of its forms', async () => {
    const form =
      '0 0 m 100 0 l 0 20 m 100 20 l 0 40 m 100 40 l 0 0 m 0 40 l 50 0 m 50 40 l 100 0 m 100 40 l S';
    expect(await textOf(`q 1 0 0 1 10 100 cm /Fm Do Q ${texts}`, { form })).toBe(asTable);
    // The form shows its first rows only.
    expect(await textOf(`q 1 0 0 1 10 20 cm /Fm Do Q ${texts}`, { form })).toBe(asLines);
  });

  it('are on the page as displayed', async () => {
    const turned = `q 0 1 -1 0 200 0 cm ${lines}${sides}S ${texts} Q`;
    expect(await textOf(turned, { page: '/Rotate 90' })).toBe(asTable);
  });

  it('are not what is clipped, neither painted nor curved, or thick', async () => {
    for (const content of [
      `q 0 0 10 10 re W n ${lines}${sides}S Q `,
      `${lines}${sides}n `,
      `q 8 w ${lines}${sides}S Q `,
      `${rectangles.replaceAll(/(\d+) (\d+) 50 20 re/g, '$1 $2 m 50 150 90 150 100 100 c')}S `,
    ])
      expect(await textOf(content + texts)).not.toBe(asTable);
  });

  it('do not count where tags define what the text is', async () => {
    const tagged = `/P <</MCID 0>> BDC ${texts} EMC ${lines}${sides}S `;
    const { pages } = await read(tagged, { catalog: '/StructTreeRoot 7 0 R' });
    expect(pages[0]?.blocks.map(({ type }) => type)).toEqual(['paragraph']);
  });
});
