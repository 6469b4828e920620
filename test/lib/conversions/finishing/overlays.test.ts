import { describe, expect, it } from 'vitest';
import { parsePageRanges } from '#lib/base/page-ranges.ts';
import { overlaysOf } from '#lib/conversions/finishing/overlays-of.ts';
import { editPdf, type EditRequest } from '#lib/conversions/pdf/edit-pdf.ts';
import { mergePdf } from '#lib/conversions/pdf/merge-pdf.ts';
import { splitPdf } from '#lib/conversions/pdf/split-pdf.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import { bytesOf, type Chunks, type ProducedFile } from '#lib/files/produced-file.ts';
import { overlayDefaults as defaults } from '../../../support/overlay-defaults.ts';
import { directPdfWork } from '../../../support/direct-pdf-work.ts';
import { twoColourJpeg } from '../../../support/jpeg.ts';
import { makePdf, pageTexts } from '../../../support/pdf.ts';
import { plainPng } from '../../../support/png.ts';
import { rawPdf, textPages } from '../../../support/raw-pdf.ts';
import { isRed, renderPage } from '../../../support/rendered-page.ts';

const file = (field: string, fileName: string, bytes: Buffer): InputFile => ({
  field,
  fileName,
  size: bytes.length,
  source: { kind: 'inline', bytes },
});

const overlayFiles = (files: Readonly<Record<string, Buffer>>): InputFile[] =>
  Object.entries(files).map(([name, bytes], index) => file(`overlays[${index}]`, name, bytes));

const document = rawPdf(textPages('1', '2', '3'));

const edit = (options: Partial<EditRequest>) =>
  editPdf({ file: file('file', 'report.pdf', document), fileName: '', ...options }, directPdfWork());

const red = plainPng(40, 20, [255, 0, 0]);
const centered = [50, 75, 150, 125];

const boxOn = async ({ content }: ProducedFile<Chunks>, page: number, password?: string) =>
  (await renderPage(Buffer.from(bytesOf(content)), page, password)).boxOf(isRed);

describe('overlays of a request', () => {
  it('are pictures and pages of PDFs, on the pages that they name', async () => {
    const stamp = [
      { ...defaults, file: 'red.png', pages: parsePageRanges('2') },
      { ...defaults, file: 'other.pdf', page: 2, pages: parsePageRanges('-1') },
    ];
    const overlays = overlayFiles({ 'other.pdf': await makePdf('Other', 2), 'red.png': red });
    const stamped = await edit({ stamp, overlays });
    expect(stamped.warnings).toEqual([]);
    expect(await boxOn(stamped, 1)).toBeUndefined();
    expect(await boxOn(stamped, 2)).toEqual(centered);
    expect(await pageTexts(bytesOf(stamped.content))).toEqual(['1', '2', '3Other, page 2']);
  });

  it('lie beneath or above the pages by their field', async () => {
    const blue = rawPdf({
      ...textPages(''),
      5: '<</Length 30>>stream\n0 0 1 rg 0 0 100 200 re f     \nendstream',
    });
    const overlays = overlayFiles({ 'red.png': red });
    const entry = [{ ...defaults, file: 'red.png' }];
    const source = file('file', 'blue.pdf', blue);
    expect(await boxOn(await edit({ file: source, overlays, stamp: entry }), 1)).toEqual(centered);
    expect(await boxOn(await edit({ file: source, overlays, watermark: entry }), 1)).toEqual([
      100, 75, 150, 125,
    ]);
  });

  it('apply to each part of a split, whose pages count from 1', async () => {
    const request = {
      file: file('file', 'report.pdf', document),
      fileName: '',
      ranges: parsePageRanges('1-2,3'),
    };
    const stamp = [{ ...defaults, file: 'red.png', pages: parsePageRanges('1') }];
    const parts = await splitPdf(
      { ...request, stamp, overlays: overlayFiles({ 'red.png': red }) },
      directPdfWork(),
    );
    const boxes = await Promise.all(parts.map((part) => boxOn(part, 1)));
    expect(boxes).toEqual([centered, centered]);
    expect(parts[0] && (await boxOn(parts[0], 2))).toBeUndefined();
  });

  it('apply to a merge that is protected', async () => {
    const files = [file('files[0]', 'a.pdf', document), file('files[1]', 'b.pdf', document)];
    const options = { fileName: '', protect: { userPassword: 'user' } };
    const stamp = [{ ...defaults, file: 'red.jpg', opacity: 0.9, tile: true }];
    const overlays = overlayFiles({ 'red.jpg': twoColourJpeg(20, 20) });
    const merged = await mergePdf({ ...options, files, stamp, overlays }, directPdfWork());
    expect(await boxOn(merged, 6, 'user')).toBeDefined();
  });

  it('that are damaged PDFs cause a warning', async () => {
    const damaged = Buffer.from(document.toString('latin1').replace('startxref', 'startxxxx'), 'latin1');
    const stamp = [{ ...defaults, file: 'damaged.pdf' }];
    const { warnings } = await edit({ stamp, overlays: overlayFiles({ 'damaged.pdf': damaged }) });
    expect(warnings).toMatchObject([
      { code: 'damaged', message: expect.stringContaining('overlays[0]') as string },
    ]);
  });
});

describe('the fault of an overlay', () => {
  const encrypted = async (): Promise<Buffer> => {
    const protect = { userPassword: 'user' };
    return Buffer.from(bytesOf((await edit({ protect })).content));
  };

  it.each([
    ['a file of another kind', () => Buffer.from('GIF89a'), 'invalid-file-type'],
    ['a picture that is cut off', () => red.subarray(0, -12), 'damaged-document'],
    ['a PDF without pages', () => Buffer.from('%PDF-1.7'), 'damaged-document'],
    ['a PDF with a password', encrypted, 'password-required'],
  ])('names its part: %s', async (_, make, code) => {
    const overlays = overlayFiles({ 'good.png': red, bad: await make() });
    const stamp = [
      { ...defaults, file: 'good.png' },
      { ...defaults, file: 'bad' },
    ];
    await expect(edit({ stamp, overlays })).rejects.toMatchObject({
      code,
      errors: [{ field: 'overlays[1]' }],
    });
  });

  it('names all parts that cannot be read', async () => {
    const overlays = overlayFiles({ a: Buffer.from('x'), b: Buffer.from('y') });
    const stamp = [
      { ...defaults, file: 'a' },
      { ...defaults, file: 'b' },
    ];
    await expect(edit({ stamp, overlays })).rejects.toMatchObject({
      code: 'invalid-file-type',
      errors: [{ field: 'overlays[0]' }, { field: 'overlays[1]' }],
    });
  });

  it('names the entry whose pages there are not', async () => {
    const overlays = overlayFiles({ 'two.pdf': await makePdf('Two', 2) });
    const entry = { ...defaults, file: 'two.pdf' };
    const request = {
      overlays,
      watermark: [entry],
      stamp: [entry, { ...entry, page: 3, pages: parsePageRanges('4') }],
    };
    await expect(edit(request)).rejects.toMatchObject({
      code: 'invalid-range',
      errors: [
        { field: 'stamp[1].pages' },
        { field: 'stamp[1].page', message: 'must be a page of the file, which has 2 pages, not 3' },
      ],
    });
  });
});

describe('the text of an overlay', () => {
  const textOf = (text: string): unknown => {
    const files = { pictures: new Map(), documents: new Map() };
    const target = { pageCount: 3, date: '2026-11-23', fileName: 'report {page}.pdf' };
    const { overlays } = overlaysOf({ watermark: [{ ...defaults, text }] }, files, target);
    return overlays[0]?.content;
  };

  it('comes with the date and the name of the file', () => {
    expect(textOf('{fileName} of {date}, {page}/{pages}')).toMatchObject({
      kind: 'text',
      text: '{fileName} of {date}, {page}/{pages}',
      values: { date: '2026-11-23', fileName: 'report {page}.pdf' },
      fontSize: 48,
      color: '#000000',
    });
  });
});
