import { PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { inspect } from '#lib/engines/pdf/inspection/inspect.ts';
import { assemble } from '#lib/engines/pdf/assembly/assemble.ts';
import type { Finishing } from '#lib/engines/pdf/finishing/finishing.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import { everythingPdf } from '../../../../../support/everything-pdf.ts';
import { linearizedFaults, objectsIn, readLinearized } from '../../../../../support/linearized-pdf.ts';
import { pageTexts } from '../../../../../support/pdf.ts';
import { addOutline, bytesOf, newPdf } from '../../../../../support/pdf-features.ts';
import { pagePixels } from '../../../../../support/pdf-pixels.ts';
import { rawPdf, rawStream, textPages } from '../../../../../support/raw-pdf.ts';
import { readPdf } from '../../../../../support/read-pdf.ts';

/** All pages of documents, as one linearized document. */
function linearized(
  documents: readonly Buffer[],
  finishing: Finishing = {},
  order = (pages: number[]) => pages,
) {
  const parts = documents.map((bytes) => {
    const source = openPdf(bytes);
    return { source, pages: order(source.pages.map((_, index) => index)) };
  });
  return Buffer.concat(assemble(parts, { finishing: { isLinearized: true, ...finishing } }).chunks);
}

const everything = await everythingPdf(4);
const three = rawPdf(textPages('one', 'two', 'three'));

describe('a linearized document', () => {
  it.each<[string, Buffer]>([
    ['with everything', linearized([everything])],
    ['of one page', linearized([rawPdf(textPages('one'))])],
    ['of two documents', linearized([everything, three, everything])],
    [
      'whose pages are in another order than its objects',
      linearized([everything], {}, (pages) => pages.reverse()),
    ],
    ['with repeated pages', linearized([three], {}, (pages) => [...pages, ...pages])],
    ['of the middle of a document', linearized([everything], {}, () => [1, 2])],
    [
      'with finishing options',
      linearized([everything], { metadata: { '*': null, title: 'x' }, bookmarks: [] }),
    ],
  ])('has all objects where it states them: %s', (_, pdf) => {
    expect(linearizedFaults(pdf)).toEqual([]);
  });

  it('is what it was', async () => {
    const pdf = linearized([everything]);
    expect([...openPdf(pdf).findings]).toEqual([]);
    expect(openPdf(pdf).file.rebuilt).toBe(false);
    expect(inspect(openPdf(pdf)).linearized).toBe(true);
    const { info, ...contents } = await readPdf(pdf);
    const plain = await readPdf(linearized([everything], { isLinearized: false }));
    expect({ ...contents, info: { ...info, IsLinearized: false } }).toEqual(plain);
    expect(info['IsLinearized']).toBe(true);
    expect(await pagePixels(pdf)).toEqual(await pagePixels(everything));
    expect((await PDFDocument.load(pdf)).getPageCount()).toBe(4);
  });

  it('is found again if its end is lost', () => {
    const pdf = linearized([three]);
    expect(openPdf(pdf.subarray(0, pdf.lastIndexOf('startxref'))).pages).toHaveLength(3);
  });

  it('has equal bytes for equal content', () => {
    expect(linearized([everything])).toEqual(linearized([everything]));
  });

  it('can be linearized again', () => {
    const once = linearized([everything]);
    expect(linearizedFaults(linearized([once]))).toEqual([]);
  });

  it('is a few bytes longer for each page', () => {
    const many = rawPdf(textPages(...Array.from({ length: 200 }, (_, index) => `page ${index}`)));
    const plain = linearized([many], { isLinearized: false });
    expect(linearized([many]).length - plain.length).toBeLessThan(200 * 200 + 1000);
  });
});

describe('the parts of a linearized document', () => {
  const withTexts = (pdf: Buffer) => {
    const read = readLinearized(pdf);
    const objects = [...objectsIn(pdf, read).values()];
    const offsetOf = (text: string): number =>
      objects.find((object) => object.text.includes(text))?.offset ?? NaN;
    const end = (read.shared.at(-1)?.offset ?? 0) + (read.shared.at(-1)?.length ?? 0);
    return {
      read,
      offsetOf,
      endOfPages: Math.max(end, ...read.pages.map(({ offset, length }) => offset + length)),
    };
  };

  it('start with the catalog and the form', () => {
    const { read, offsetOf } = withTexts(linearized([everything]));
    const [firstPage] = read.pages;
    expect(offsetOf('/Type/Catalog')).toBeLessThan(firstPage?.offset ?? 0);
    expect(offsetOf('/Fields[')).toBeLessThan(firstPage?.offset ?? 0);
  });

  it('end with the page tree and the document information', () => {
    const { offsetOf, endOfPages } = withTexts(linearized([everything], { metadata: { title: 'A title' } }));
    expect(offsetOf('/Type/Pages')).toBeGreaterThanOrEqual(endOfPages);
    expect(offsetOf('/Title')).toBeGreaterThanOrEqual(endOfPages);
  });

  it('have form fields of further pages after all pages', async () => {
    const document = await newPdf('1', '2', '3', '4', '5', '6');
    for (const [index, page] of document.getPages().entries()) {
      document.getForm().createTextField(`field${index}`).addToPage(page);
    }
    const { read, offsetOf, endOfPages } = withTexts(linearized([await bytesOf(document)]));
    const offsetOfField = (name: string): number =>
      offsetOf(`<FEFF${Buffer.from(name, 'utf16le').swap16().toString('hex').toUpperCase()}>`);
    expect(offsetOfField('field0')).toBeLessThan(read.pages[0]?.offset ?? 0);
    expect(offsetOfField('field5')).toBeGreaterThanOrEqual(endOfPages);
  });

  it('have the outline last', async () => {
    const document = await newPdf('1', '2');
    addOutline(document, [{ title: 'Top', to: 1, kids: [{ title: 'Below', to: 0 }] }]);
    const { read, offsetOf, endOfPages } = withTexts(linearized([await bytesOf(document)]));
    expect(read.outlines?.offset).toBeGreaterThanOrEqual(endOfPages);
    expect(read.outlines?.offset).toBe(offsetOf('/Title'));
  });

  it('have the outline with the first page if readers show it at once', async () => {
    const document = await newPdf('1', '2');
    addOutline(document, [{ title: 'Top', to: 1, kids: [{ title: 'Below', to: 0 }] }]);
    document.catalog.set(PDFName.of('PageMode'), PDFName.of('UseOutlines'));
    const pdf = linearized([await bytesOf(document)]);
    const { read, offsetOf } = withTexts(pdf);
    expect(linearizedFaults(pdf)).toEqual([]);
    expect(read.outlines?.offset).toBe(offsetOf('/Title'));
    expect((read.outlines?.offset ?? 0) + (read.outlines?.length ?? 0)).toBe(read.dictionary.E);
  });

  it('have no object that nothing refers to', async () => {
    const document = await newPdf('1');
    document.catalog.set(
      PDFName.of('Metadata'),
      document.context.register(document.context.stream('<old/>')),
    );
    const pdf = linearized([await bytesOf(document)], { metadata: { '*': null } });
    expect(pdf.includes('<old/>')).toBe(false);
    expect(linearizedFaults(pdf)).toEqual([]);
  });

  it('have thumbnails after all pages, and what only they use', async () => {
    const objects = textPages('one', 'two');
    objects[4] = String(objects[4]).replace('/Type/Page', '/Type/Page/Thumb 20 0 R');
    objects[6] = String(objects[6]).replace('/Type/Page', '/Type/Page/Other#20Key 1/Th#75mb 21 0 R');
    const picture = '/Width 1/Height 1/BitsPerComponent 8/ColorSpace';
    objects[20] = rawStream(`${picture} 22 0 R`, 'x');
    objects[21] = rawStream(`${picture} 22 0 R`, 'y');
    objects[22] = '[/Indexed/DeviceRGB 0 <ffffff>]';
    const pdf = linearized([rawPdf(objects)]);
    const { offsetOf, endOfPages } = withTexts(pdf);
    expect(linearizedFaults(pdf)).toEqual([]);
    expect(offsetOf('/Width 1')).toBeGreaterThanOrEqual(endOfPages);
    expect(offsetOf('/Indexed')).toBeGreaterThanOrEqual(endOfPages);
    expect(await pageTexts(pdf)).toEqual(['one', 'two']);
  });

  it('have what several pages use once, in the shared objects', () => {
    const pdf = linearized([three], {}, () => [0, 1, 2]);
    const { pages, shared, sharedOfFirstPage } = readLinearized(pdf);
    const { offsetOf } = withTexts(pdf);
    const font = shared.findIndex(({ offset }) => offset === offsetOf('/BaseFont'));
    expect(font).toBeLessThan(sharedOfFirstPage);
    expect(pages.map((page) => page.shared)).toEqual([[], [font], [font]]);
  });

  it('have what several further pages use after these', () => {
    const objects = textPages('one', 'two', 'three', 'four');
    for (const page of [6, 8]) {
      objects[page] = String(objects[page]).replace('/Type/Page', '/Type/Page/X 20 0 R');
    }
    objects[20] = '[21 0 R 22 0 R]';
    objects[21] = rawStream('', 'of pages 2 and 3');
    objects[22] = '[20 0 R 99 0 R(20 0 R)/A20#200 <20>]';
    const pdf = linearized([rawPdf(objects)]);
    expect(linearizedFaults(pdf)).toEqual([]);
    const { pages, shared, sharedOfFirstPage } = readLinearized(pdf);
    expect(shared.length).toBe(sharedOfFirstPage + 3);
    expect(pages.map((page) => page.shared.length)).toEqual([0, 4, 4, 1]);
    expect(
      [...objectsIn(pdf, readLinearized(pdf)).values()].some(({ text }) =>
        /\[\d+ 0 R null\(20 0 R\)/.test(text),
      ),
    ).toBe(true);
  });
});

describe('a protected linearized document', () => {
  const both = { userPassword: 'user', ownerPassword: 'owner' };

  it('opens with the password, and shows nothing without it', async () => {
    const objects = textPages('one', 'two');
    objects[1] = '<</Type/Catalog/Pages 2 0 R/Lang(secret-language)/PieceInfo<</X(secret)>>>>';
    objects[4] = String(objects[4]).replace('/Type/Page', '/Type/Page/LastModified(secret)');
    const pdf = linearized([rawPdf(objects)], { protection: both });
    expect(pdf.includes('secret')).toBe(false);
    expect(() => openPdf(pdf)).toThrow(expect.objectContaining({ code: 'password-required' }) as Error);
    const source = openPdf(pdf, { password: 'user' });
    expect(inspect(source)).toMatchObject({ linearized: true, encrypted: true, pageCount: 2 });
    expect([...source.findings]).toEqual([]);
    const opened = Buffer.concat(assemble([{ source, pages: [0, 1] }]).chunks);
    expect(await pageTexts(opened)).toEqual(['one', 'two']);
    expect(opened.includes('(secret)') || opened.includes(Buffer.from('secret').toString('hex'))).toBe(true);
  });

  it('is what it was', async () => {
    const source = openPdf(linearized([everything], { protection: both }), { password: 'owner' });
    const pages = source.pages.map((_, index) => index);
    const opened = Buffer.concat(assemble([{ source, pages }]).chunks);
    expect(await pagePixels(opened)).toEqual(await pagePixels(everything));
    expect(await readPdf(opened)).toEqual(await readPdf(linearized([everything], { isLinearized: false })));
  });
});
