import { describe, expect, it } from 'vitest';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { linesIn } from '#lib/engines/text/block.ts';
import { prepareReading } from '#lib/engines/text/prepare-reading.ts';
import { type DocumentText, readText } from '#lib/engines/text/read-text.ts';
import { plainText } from '#lib/engines/text/write-plain.ts';
import { rawPdf, rawStream, textPages } from '../../../support/raw-pdf.ts';

/** Reads a page with this content between `BT` and `ET`, and with the kids of a paragraph in its structure tree. */
function read(content: string, kids?: string): Promise<DocumentText> {
  const bytes = rawPdf({
    ...textPages(''),
    ...(kids === undefined ? {} : { 1: '<</Type/Catalog/Pages 2 0 R/StructTreeRoot 6 0 R>>' }),
    5: rawStream('', `BT /F1 10 Tf 20 100 Td ${content} ET`),
    6: `<</Type/StructTreeRoot/K<</S/P/Pg 4 0 R/K[${kids ?? ''}]>>>>`,
  });
  return readText(prepareReading(openPdf(bytes), [0]), { characters: 1000 });
}

const textOf = async (...page: Parameters<typeof read>): Promise<string> => plainText(await read(...page));

const marked = (id: number, text: string): string => `/Span <</MCID ${id}>> BDC (${text}) Tj EMC `;

describe('text that a document states for its glyphs', () => {
  it('replaces that of marked content', async () => {
    const content = '(o) Tj /Span <</ActualText <FEFF00660066>>> BDC (x) Tj EMC (ice) Tj';
    expect(await textOf(content)).toBe('office\n');
  });

  it('replaces that of structure elements, with all that they contain', async () => {
    const content = marked(0, 'see ') + marked(1, 'pa') + marked(2, 'ge') + marked(3, ' two');
    const kids = '0 <</S/Span/Pg 4 0 R/ActualText(sheet)/K[1 <</S/Span/Pg 4 0 R/ActualText(inner)/K 2>>]>> 3';
    const { pages } = await read(content, kids);
    const [line] = pages[0]?.blocks.flatMap(linesIn) ?? [];
    expect(line?.text).toBe('see sheet two');
    const { pages: plain } = await read(content);
    expect(line?.box).toEqual(plain[0]?.blocks.flatMap(linesIn)[0]?.box);
  });

  it('stands once for content in several lines', async () => {
    const content = `${marked(0, 'co-')} 0 -12 Td ${marked(1, 'operate')} 0 -12 Td ${marked(2, 'now')}`;
    const kids = '<</S/Span/Pg 4 0 R/ActualText(co-operate)/K[0 1]>> 2';
    expect(await textOf(content, kids)).toBe('co-operate\nnow\n');
  });

  it('can be empty, for what is decoration', async () => {
    const content = marked(0, 'text') + marked(1, ' ~~~');
    expect(await textOf(content, '0 <</S/Span/Pg 4 0 R/ActualText()/K 1>>')).toBe('text\n');
  });
});
