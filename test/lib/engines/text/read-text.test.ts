import { describe, expect, it } from 'vitest';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { withRepair } from '#lib/engines/pdf/reader/with-repair.ts';
import { linesIn } from '#lib/engines/text/block.ts';
import { prepareReading, type ReadingPlan } from '#lib/engines/text/prepare-reading.ts';
import { type DocumentText, type PageReader, readPages, readText } from '#lib/engines/text/read-text.ts';
import { plainText } from '#lib/engines/text/write-plain.ts';
import { formPdf } from '../../../support/form-pdf.ts';
import { makePdf } from '../../../support/pdf.ts';
import { latin1, rawPdf, rawStream, textPages } from '../../../support/raw-pdf.ts';

async function read(bytes: Buffer, pages?: readonly number[], characters = 10_000): Promise<DocumentText> {
  const plan = withRepair([openPdf(bytes)], ([source]) => {
    if (!source) throw new Error('There is no source');
    return prepareReading(source, pages ?? source.pages.map((_, index) => index));
  });
  return readText(plan, { characters });
}

const textOf = async (bytes: Buffer, pages?: readonly number[]): Promise<string> =>
  plainText(await read(bytes, pages));

/** A page of 200 by 200 points with this content. */
const pageWith = (content: string, catalog = '', page = '', more: Record<number, string> = {}): Buffer =>
  rawPdf({
    ...textPages(''),
    1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    4: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F1 3 0 R>>>>/Contents 5 0 R${page}>>`,
    5: rawStream('', content),
    ...more,
  });

const shown = (x: number, y: number, text: string): string => `BT /F1 10 Tf ${x} ${y} Td (${text}) Tj ET `;

describe('the text of a document', () => {
  it('is that of the selected pages, in their order', async () => {
    const document = await makePdf('Page', 3);
    expect(await textOf(document, [2, 0])).toBe('Page, page 3\n\fPage, page 1\n');
    const { pages } = await read(document, [2, 0]);
    expect(pages.map(({ number }) => number)).toEqual([3, 1]);
  });

  it('has the fonts of each page, also where pages share none', async () => {
    const names = ['Helvetica', 'Courier', 'Times-Bold', 'Helvetica', 'Symbol', 'Courier'];
    const objects = textPages(...names.map(() => 'text'));
    for (const [index, name] of names.entries()) {
      const [page, font] = [4 + 2 * index, 100 + index];
      objects[page] = String(objects[page]).replace('3 0 R', `${font} 0 R`);
      objects[font] = `<</Type/Font/Subtype/Type1/BaseFont/${name}>>`;
    }
    const { pages } = await read(rawPdf(objects));
    const fonts = pages.map(({ blocks }) => blocks.flatMap(linesIn).map(({ face }) => face.name));
    expect(fonts).toEqual(names.map((name) => [name]));
  });

  it('is read from a document whose cross-reference is wrong', async () => {
    const damaged = rawPdf(textPages('Found'));
    damaged.set(latin1('9999999999'), damaged.lastIndexOf('0000000'));
    expect(await textOf(damaged)).toBe('Found\n');
  });

  it('includes the values of form fields', async () => {
    const form = formPdf(['/FT/Tx/T(name)/V(Ada Lovelace)/DA(/Helv 12 Tf 0 g)']);
    expect(await textOf(form)).toContain('Ada Lovelace');
  });

  it('leaves out what is outside of the page', async () => {
    const cropped = pageWith(
      shown(20, 100, 'inside') + shown(150, 100, 'outside'),
      '',
      '/CropBox[0 0 100 200]',
    );
    expect(await textOf(cropped)).toBe('inside\n');
  });

  it('includes a page that another page has as an annotation', async () => {
    const page = '/Parent 2 0 R/MediaBox[0 0 200 200]/Resources<</Font<</F1 3 0 R>>>>';
    const document = rawPdf({
      ...textPages('one', 'two'),
      4: `<</Type/Page${page}/Contents 5 0 R/Annots[6 0 R]>>`,
      6: `<</Type/Page${page}/Contents 7 0 R/Subtype/FileAttachment/Rect[0 0 20 20]/AP<</N 8 0 R>>>>`,
      8: rawStream('/Type/XObject/Subtype/Form/BBox[0 0 20 20]', '0 0 9 9 re f'),
    });
    expect(await textOf(document)).toBe('one\n\ftwo\n');
  });

  it('has positions on the page as it is displayed', async () => {
    const turned = pageWith(`BT /F1 10 Tf 0 1 -1 0 100 20 Tm (up) Tj ET`, '', '/Rotate 90');
    const { pages } = await read(turned);
    const [line] = pages[0]?.blocks.flatMap(linesIn) ?? [];
    expect(line).toMatchObject({ text: 'up', size: 10 });
    expect(line?.box.left).toBeCloseTo(20, 0);
    expect(line?.box.bottom).toBeGreaterThan(100);
    expect(line?.box.top).toBeLessThan(100);
  });

  it('reads hidden text, as that of a scan', async () => {
    const { pages } = await read(pageWith(`3 Tr ${shown(20, 100, 'recognised')}`));
    expect(pages[0]?.blocks.flatMap(linesIn)).toMatchObject([{ text: 'recognised', hidden: true }]);
  });

  it('has the order of the tags and their types', async () => {
    const content =
      `/P <</MCID 1>> BDC ${shown(20, 150, 'A paragraph.')} EMC ` +
      `/Mine <</MCID 0>> BDC ${shown(20, 50, 'Heading')} EMC ` +
      `/LBody <</MCID 2>> BDC ${shown(20, 100, 'Item')} EMC`;
    const tagged = pageWith(content, '/MarkInfo<</Marked true>>/StructTreeRoot 10 0 R', '/StructParents 0', {
      10: '<</Type/StructTreeRoot/K 11 0 R/RoleMap<</Mine/H2>>>>',
      11: '<</S/Document/P 10 0 R/K[12 0 R 13 0 R 14 0 R]>>',
      12: '<</S/Mine/P 11 0 R/Pg 4 0 R/K 0>>',
      13: '<</S/P/P 11 0 R/K[<</Type/MCR/Pg 4 0 R/MCID 1>>]>>',
      14: '<</S/L/P 11 0 R/Pg 4 0 R/K<</S/LI/K<</S/LBody/K<</S/P/K 2>>>>>>>>',
    });
    const { pages } = await read(tagged);
    // The page of an element is that of its own entry.
    expect(pages[0]?.blocks.map((block) => [block.type, linesIn(block)[0]?.text])).toEqual([
      ['heading', 'Heading'],
      ['paragraph', 'A paragraph.'],
      ['listItem', 'Item'],
    ]);
    expect(pages[0]?.blocks[0]).toMatchObject({ level: 2 });
  });

  it('has one paragraph for a tag whose parts have tags that Chromium writes, or unknown ones', async () => {
    const parts = ['One ', 'two ', 'three ', 'four'].map(
      (text, id) => `/Span <</MCID ${id}>> BDC ${shown(20 + 30 * id, 100, text)} EMC `,
    );
    const tagged = pageWith(parts.join(''), '/StructTreeRoot 10 0 R', '/StructParents 0', {
      10: '<</Type/StructTreeRoot/K<</S/P/Pg 4 0 R/K[11 0 R 12 0 R 13 0 R 14 0 R]>>>>',
      11: '<</S/NonStruct/Pg 4 0 R/K 0>>',
      12: '<</S/Link/Pg 4 0 R/K<</S/NonStruct/K 1>>>>',
      13: '<</S/Formula/Pg 4 0 R/K 2>>',
      14: '<</S/Unknown/Pg 4 0 R/K 3>>',
    });
    const { pages } = await read(tagged);
    expect(pages[0]?.blocks.map((block) => linesIn(block).map(({ text }) => text.split(/\s+/)))).toEqual([
      [['One', 'two', 'three', 'four']],
    ]);
  });

  it('has code where all content of a paragraph is tagged as code', async () => {
    const parts = ['Use ', 'this', 'x = 1', 'y = 2'].map(
      (text, id) => `/Span <</MCID ${id}>> BDC ${shown(20 + 30 * (id % 2), 100 - 20 * (id >> 1), text)} EMC `,
    );
    const tagged = pageWith(parts.join(''), '/StructTreeRoot 10 0 R', '/StructParents 0', {
      10: '<</Type/StructTreeRoot/K[<</S/P/Pg 4 0 R/K[0 <</S/Code/K 1>>]>> <</S/NonStruct/Pg 4 0 R/K<</S/Code/K[2 3]>>>>]>>',
    });
    const { pages } = await read(tagged);
    expect(pages[0]?.blocks.map(({ type }) => type)).toEqual(['paragraph', 'code']);
  });

  it('does not follow a structure that contains itself', async () => {
    const tagged = pageWith(
      `/P <</MCID 0>> BDC ${shown(20, 100, 'text')} EMC`,
      '/StructTreeRoot 10 0 R',
      '',
      {
        10: '<</Type/StructTreeRoot/K 11 0 R>>',
        11: '<</S/Sect/K[11 0 R 12 0 R]>>',
        12: '<</S/P/Pg 4 0 R/K[11 0 R 0]>>',
      },
    );
    expect(await textOf(tagged)).toBe('text\n');
  });

  it('has links to addresses and to pages of the document', async () => {
    const annots =
      '/Annots[<</Subtype/Link/Rect[19 95 60 112]/A<</S/URI/URI(https://example.com)>>>>' +
      '<</Subtype/Link/Rect[19 45 60 62]/Dest[4 0 R/Fit]>>]';
    const { pages } = await read(pageWith(shown(20, 100, 'web') + shown(20, 50, 'self'), '', annots));
    expect(pages[0]?.blocks.flatMap(linesIn).map(({ links }) => links)).toEqual([
      [{ start: 0, end: 3, target: { url: 'https://example.com' } }],
      [{ start: 0, end: 4, target: { page: 1 } }],
    ]);
  });

  it('is rejected when it is too long', async () => {
    await expect(read(await makePdf('Long', 2), undefined, 19)).rejects.toMatchObject({
      code: 'file-too-large',
    });
  });
});

describe('a reader of half of the pages', () => {
  const planOf = (pages: number): ReadingPlan => {
    const source = openPdf(
      rawPdf(textPages(...Array.from({ length: pages }, (_, index) => `Page ${index + 1}`))),
    );
    return prepareReading(
      source,
      source.pages.map((_, index) => index),
    );
  };

  it('gets the second half of a long document, and nothing of a short one', async () => {
    const numbers: number[][] = [];
    const reader: PageReader = (plan, limits) => {
      numbers.push(plan.pages.map(({ number }) => number));
      return readPages(plan, limits);
    };
    await readText(planOf(31), { characters: 10_000 }, reader);
    const { pages } = await readText(planOf(33), { characters: 10_000 }, reader);
    expect(numbers).toEqual([Array.from({ length: 16 }, (_, index) => index + 18)]);
    expect(pages.map(({ number }) => number)).toEqual(Array.from({ length: 33 }, (_, index) => index + 1));
  });

  it('shares the limit of characters', async () => {
    const plan = planOf(40);
    const { characters } = await readPages(plan, { characters: 10_000 });
    await expect(readText(plan, { characters }, readPages)).resolves.toBeDefined();
    await expect(readText(plan, { characters: characters - 1 }, readPages)).rejects.toMatchObject({
      code: 'file-too-large',
    });
  });

  it('ends when the other half fails', async () => {
    const signals: AbortSignal[] = [];
    const reader: PageReader = (_plan, _limits, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    await expect(readText(planOf(40), { characters: 20 }, reader)).rejects.toMatchObject({
      code: 'file-too-large',
    });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
