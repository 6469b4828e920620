import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/base/app-error.ts';
import { mergePdf, type MergeRequest } from '#lib/conversions/pdf/merge-pdf.ts';
import { splitPdf } from '#lib/conversions/pdf/split-pdf.ts';
import { PDFHexString, PDFName } from '#lib/engines/pdf/objects.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import type { InputFile, ObjectReader } from '#lib/files/input-file.ts';
import { parsePageRanges } from '#lib/base/page-ranges.ts';
import { directPdfWork } from '../../../support/direct-pdf-work.ts';
import { makePdf, pageTexts } from '../../../support/pdf.ts';
import { newPdf } from '../../../support/pdf-features.ts';
import { rawPdf, textPages } from '../../../support/raw-pdf.ts';
import { readPdf } from '../../../support/read-pdf.ts';

const input = (bytes: Buffer, field = 'file', fileName = 'report.pdf'): InputFile => ({
  field,
  fileName,
  size: bytes.length,
  source: { kind: 'inline', bytes },
});

async function encryptedPdf(): Promise<Buffer> {
  const document = await PDFDocument.load(await makePdf('Secret', 1));
  const { context } = document;
  const [O, U] = [PDFHexString.of('00'.repeat(32)), PDFHexString.of('00'.repeat(32))];
  const encryption = { Filter: 'Standard', V: 1, R: 2, O, U, P: -4, Length: 40 };
  context.trailerInfo.Encrypt = context.register(context.obj(encryption));
  context.trailerInfo.ID = context.obj([PDFHexString.of('00'), PDFHexString.of('00')]);
  return Buffer.from(await document.save());
}

const rejection = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'not rejected',
    (error: unknown) => error,
  );

describe('merge', () => {
  it('puts the pages of all files in the order of the files', async () => {
    const files = [await makePdf('A', 2), await makePdf('B', 1), await makePdf('A', 2)].map((bytes) =>
      input(bytes),
    );
    const merged = await mergePdf({ files, fileName: '' }, directPdfWork());
    expect(merged).toMatchObject({
      fileName: 'merged.pdf',
      contentType: 'application/pdf',
      pages: 5,
      warnings: [],
    });
    expect(await pageTexts(bytesOf(merged.content))).toEqual([
      'A, page 1',
      'A, page 2',
      'B, page 1',
      'A, page 1',
      'A, page 2',
    ]);
  });

  it("preserves the first file's title and uses the given name", async () => {
    const files = [input(await makePdf('First', 1)), input(await makePdf('Second', 1))];
    const merged = await mergePdf({ files, fileName: 'all' }, directPdfWork());
    expect(merged.fileName).toBe('all.pdf');
    expect((await PDFDocument.load(bytesOf(merged.content))).getTitle()).toBe('First');
  });

  it('reads uploads in place of files', async () => {
    const bytes = await makePdf('Uploaded', 1);
    const upload = { key: 'k', eTag: '"1"', fileName: 'u.pdf', size: bytes.length };
    const uploads: ObjectReader = {
      read: ({ key }) => Promise.resolve(key === 'k' ? bytes : Buffer.alloc(0)),
    };
    const files: InputFile[] = [
      {
        field: 'files[0]',
        fileName: 'u.pdf',
        size: bytes.length,
        source: { kind: 'stored', object: upload },
      },
      input(await makePdf('Part', 1), 'files[1]'),
    ];
    const merged = await mergePdf({ files, fileName: '' }, directPdfWork(uploads));
    expect(await pageTexts(bytesOf(merged.content))).toEqual(['Uploaded, page 1', 'Part, page 1']);
  });

  it('names every file that cannot be opened', async () => {
    const good = await makePdf('Good', 1);
    const contents = [
      good,
      Buffer.from('PK\u0003\u0004 not a PDF'),
      good.subarray(0, 300),
      await encryptedPdf(),
    ];
    const files = contents.map((bytes, index) => input(bytes, `files[${index}]`));
    expect(await rejection(mergePdf({ files, fileName: '' }, directPdfWork()))).toMatchObject({
      code: 'invalid-request',
      errors: [{ field: 'files[1]' }, { field: 'files[2]' }, { field: 'files[3]' }],
    });
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['invalid-file-type', () => Promise.resolve(Buffer.from('<html></html>'))],
    ['damaged-document', async () => (await makePdf('A', 3)).subarray(0, 200)],
    ['damaged-document', () => Promise.resolve(Buffer.from('%PDF-1.7\nnothing more'))],
    ['password-required', encryptedPdf],
  ])('rejects with %s', async (code, make) => {
    const files = [input(await makePdf('A', 1), 'files[0]'), input(await make(), 'files[1]')];
    const error = await rejection(mergePdf({ files, fileName: '' }, directPdfWork()));
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code, errors: [{ field: 'files[1]' }] });
  });
});

describe('merge', () => {
  const merge = async (request: Omit<MergeRequest, 'files' | 'fileName'>) => {
    const files = [
      { ...input(await makePdf('A', 3), 'files[0]'), fileName: 'first.pdf' },
      { ...input(await makePdf('B', 2), 'files[1]'), fileName: '' },
    ];
    return mergePdf({ ...request, files, fileName: '' }, directPdfWork());
  };

  it('selects the requested pages', async () => {
    const { content, pages } = await merge({ pages: [parsePageRanges('3,1-2,-1'), null] });
    expect(pages).toBe(6);
    const texts = ['A, page 3', 'A, page 1', 'A, page 2', 'A, page 3', 'B, page 1', 'B, page 2'];
    expect(await pageTexts(bytesOf(content))).toEqual(texts);
  });

  it('names every range past the end of its file', async () => {
    const pages = [parsePageRanges('1,4'), parsePageRanges('3')];
    expect(await rejection(merge({ pages }))).toMatchObject({
      code: 'invalid-range',
      message: expect.stringMatching(/^pages\[0\]: '4' .* pages; pages\[1\]: '3' .* pages\.$/) as string,
      errors: [
        { field: 'pages[0]', message: "'4' is past the end of the document, which has 3 pages" },
        { field: 'pages[1]', message: "'3' is past the end of the document, which has 2 pages" },
      ],
    });
  });

  it('rejects lists without one entry per file', async () => {
    expect(await rejection(merge({ pages: [null] }))).toMatchObject({
      code: 'invalid-field',
      errors: [{ field: 'pages', message: 'must have 2 entries, one for each file or null, not 1' }],
    });
    expect(await rejection(merge({ passwords: [null, null, 'x'] }))).toMatchObject({
      errors: [{ field: 'passwords' }],
    });
  });

  it('rejects results with too many pages', async () => {
    const pages = [Array.from({ length: 200 }, () => parsePageRanges('1-')).flat(), null];
    const many = await newPdf(...Array<string>(300).fill('x'));
    const files = [
      input(Buffer.from(await many.save()), 'files[0]'),
      input(await makePdf('B', 1), 'files[1]'),
    ];
    expect(await rejection(mergePdf({ files, pages, fileName: '' }, directPdfWork()))).toMatchObject({
      code: 'file-too-large',
      errors: [{ field: 'pages' }],
    });
  });

  it('names the files in the outline', async () => {
    const { outline } = await readPdf(bytesOf((await merge({ outline: 'files' })).content));
    expect(outline.map(({ title, to }) => [title, to])).toEqual([
      ['first', 0],
      ['files[1]', 3],
    ]);
  });

  it('sets the metadata of the result', async () => {
    const { info } = await readPdf(bytesOf((await merge({ metadata: { title: 'Both' } })).content));
    expect(info['Title']).toBe('Both');
  });

  it('opens encrypted files with their passwords, and names those that it cannot open', async () => {
    const files = [input(await makePdf('A', 1), 'files[0]'), input(await encryptedPdf(), 'files[1]')];
    const passwords = [null, 'wrong'];
    expect(await rejection(mergePdf({ files, passwords, fileName: '' }, directPdfWork()))).toMatchObject({
      code: 'wrong-password',
      errors: [{ field: 'files[1]' }],
    });
  });

  it('warns of losses, with the field of the file', async () => {
    const withForm = async () => {
      const document = await newPdf('form');
      document.getForm().createTextField('name').addToPage(document.getPage(0));
      return Buffer.from(await document.save());
    };
    const files = [input(await withForm(), 'files[0]'), input(await withForm(), 'files[1]')];
    const { warnings } = await mergePdf({ files, fileName: '' }, directPdfWork());
    expect(warnings).toEqual([
      {
        code: 'fields-renamed',
        message: "files[1]: fields are renamed because their names are in use: 'name' to 'name_2'",
      },
    ]);
  });

  it('repairs damage, and warns', async () => {
    const intact = await makePdf('Damaged', 2);
    const damaged = Buffer.from(
      intact.toString('latin1').replace(/startxref\s+\d+/, 'startxref 7'),
      'latin1',
    );
    const files = [input(await makePdf('A', 1), 'files[0]'), input(damaged, 'files[1]')];
    const { content, warnings } = await mergePdf({ files, fileName: '' }, directPdfWork());
    expect(await pageTexts(bytesOf(content))).toEqual(['A, page 1', 'Damaged, page 1', 'Damaged, page 2']);
    expect(warnings).toEqual([
      { code: 'damaged', message: 'files[1]: its cross-reference table was wrong and was rebuilt' },
    ]);
  });
});

it('a page that cannot be read is a warning', async () => {
  const document = await PDFDocument.load(await makePdf('A', 2));
  document.catalog.Pages().set(PDFName.of('Count'), document.context.obj(3));
  const files = [
    input(await makePdf('B', 1), 'files[0]'),
    input(Buffer.from(await document.save()), 'files[1]'),
  ];
  const { warnings, pages } = await mergePdf({ files, fileName: '' }, directPdfWork());
  expect(pages).toBe(3);
  expect(warnings).toEqual([
    { code: 'damaged', message: 'files[1]: a page could not be read and is omitted' },
  ]);
});

describe('split', () => {
  const split = async (ranges: string, fileName = 'report.pdf', pages = 7) =>
    splitPdf(
      { file: input(await makePdf('Report', pages)), ranges: parsePageRanges(ranges), fileName },
      directPdfWork(),
    );

  it('creates one PDF per range, in the given order', async () => {
    const parts = await split('5, 1-3, -2, 7-');
    expect(parts.map(({ fileName, pages }) => [fileName, pages])).toEqual([
      ['report_5.pdf', 1],
      ['report_1-3.pdf', 3],
      ['report_6-7.pdf', 2],
      ['report_7.pdf', 1],
    ]);
    const texts = await Promise.all(parts.map(({ content }) => pageTexts(bytesOf(content))));
    expect(texts).toEqual(
      [[5], [1, 2, 3], [6, 7], [7]].map((pages) => pages.map((page) => `Report, page ${page}`)),
    );
  });

  it('makes as many parts as requested, however often they read the file', async () => {
    const objects = textPages(...Array.from({ length: 64 }, (_, index) => `Page ${index + 1}`));
    const long = `/PieceInfo<</Long(${'x'.repeat(1_000)})>>`;
    for (const [number, object] of Object.entries(objects)) {
      if (typeof object === 'string') objects[Number(number)] = object.replace('/Type/Page/', `${long}$&`);
    }
    const ranges = parsePageRanges(Array.from({ length: 100 }, () => '1-').join());
    const parts = await splitPdf({ file: input(rawPdf(objects)), ranges, fileName: '' }, directPdfWork());
    expect(parts.map((part) => part.pages)).toEqual(Array.from({ length: 100 }, () => 64));
  });

  it('checks every range before it creates a part', async () => {
    expect(await rejection(split('1,8,2-9'))).toMatchObject({
      code: 'invalid-range',
      message: expect.stringMatching(/^ranges: '8' .* pages; ranges: '2-9' .* pages\.$/) as string,
      errors: [
        { field: 'ranges', message: "'8' is past the end of the document, which has 7 pages" },
        { field: 'ranges', message: "'2-9' is past the end of the document, which has 7 pages" },
      ],
    });
  });
});
