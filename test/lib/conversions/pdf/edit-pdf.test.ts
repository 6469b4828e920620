import { describe, expect, it } from 'vitest';
import { checkEdit, editPdf, type EditRequest } from '#lib/conversions/pdf/edit-pdf.ts';
import { mergePdf } from '#lib/conversions/pdf/merge-pdf.ts';
import { documentJob, documentRequest } from '#lib/conversions/pdf/one-document.ts';
import { splitPdf } from '#lib/conversions/pdf/split-pdf.ts';
import { parsePageRanges } from '#lib/base/page-ranges.ts';
import { openPdf } from '#lib/engines/pdf/reader/open-pdf.ts';
import type { InputFile } from '#lib/files/input-file.ts';
import { bytesOf } from '#lib/files/produced-file.ts';
import { directPdfWork } from '../../../support/direct-pdf-work.ts';
import { everythingPdf } from '../../../support/everything-pdf.ts';
import { makePdf, pageTexts } from '../../../support/pdf.ts';
import { pagePixels } from '../../../support/pdf-pixels.ts';
import { rawPdf, textPages } from '../../../support/raw-pdf.ts';
import { readPdf } from '../../../support/read-pdf.ts';

const input = (bytes: Buffer, field = 'file', fileName = 'report.pdf'): InputFile => ({
  field,
  fileName,
  size: bytes.length,
  source: { kind: 'inline', bytes },
});

const report = await makePdf('Report', 3);

const edit = (options: Partial<EditRequest>, bytes = report) =>
  editPdf({ file: input(bytes), fileName: '', ...options }, directPdfWork());

const edited = async (options: Partial<EditRequest>, bytes?: Buffer): Promise<Buffer> =>
  Buffer.from(bytesOf((await edit(options, bytes)).content));

describe('an edit', () => {
  it('selects pages in the given order, with repetitions and omissions', async () => {
    const result = await edit({ pages: parsePageRanges('3,1,1') });
    expect(result).toMatchObject({ fileName: 'report.pdf', pages: 3, warnings: [] });
    expect(await pageTexts(bytesOf(result.content))).toEqual([
      'Report, page 3',
      'Report, page 1',
      'Report, page 1',
    ]);
  });

  it('reverses pages and back without a change', async () => {
    const original = await everythingPdf(4);
    const reverse = parsePageRanges('4,3,2,1');
    const back = await edited({ pages: reverse }, await edited({ pages: reverse }, original));
    expect(await pagePixels(back)).toEqual(await pagePixels(original));
    const [before, after] = await Promise.all([readPdf(original), readPdf(back)]);
    for (const part of ['texts', 'outline', 'links', 'destinations', 'fields', 'attachments'] as const) {
      expect(after[part]).toEqual(before[part]);
    }
  });

  it('gives the same as two edits, one after the other', async () => {
    const original = await everythingPdf(3);
    const pages = parsePageRanges('2-3');
    const options = { rotate: [{ angle: 90 as const }], metadata: { title: 'New' } };
    const once = await edited({ pages, ...options }, original);
    const twice = await edited(options, await edited({ pages }, original));
    expect(await readPdf(twice)).toEqual(await readPdf(once));
    expect(await pagePixels(twice)).toEqual(await pagePixels(once));
  });

  it('compresses after all other options, and before the protection', async () => {
    const original = await everythingPdf(3);
    const options = { rotate: [{ angle: 90 as const }], metadata: { title: 'New' }, bookmarks: [] };
    const protect = { ownerPassword: 'owner' };
    const plain = await edited(options, original);
    const compress = { images: { dpi: 150, quality: 75, grayscale: false } };
    const result = await edit({ ...options, compress }, original);
    expect(await readPdf(bytesOf(result.content))).toEqual(await readPdf(plain));
    expect(result.content.size).toBeLessThan(plain.length);
    expect(result.warnings).toMatchObject([{ code: 'compressed' }]);
    const locked = await edited({ ...options, compress, protect }, original);
    expect(locked.length).toBeLessThan((await edited({ ...options, protect }, original)).length);
    const unlocked = await edited({ pages: parsePageRanges('1-') }, locked);
    expect(await pagePixels(unlocked)).toEqual(await pagePixels(bytesOf(result.content)));
  });

  const withEntry = (pages: number, entry: string): Buffer => {
    const objects = textPages(...Array.from({ length: pages }, (_, index) => `Page ${index + 1}`));
    for (const [number, object] of Object.entries(objects)) {
      if (typeof object === 'string') objects[Number(number)] = object.replace('/Type/Page/', `${entry}$&`);
    }
    return rawPdf(objects);
  };
  const repeatedAll = (times: number) => parsePageRanges(Array<string>(times).fill('1-').join());

  it.each([
    ['that own nothing', ''],
    ['with annotations', '/Annots[<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>]'],
  ])('repeats pages %s, however often that reads them', async (_, entry) => {
    const document = withEntry(64, `/PieceInfo<</Long(${'x'.repeat(1_000)})>>${entry}`);
    expect(await edit({ pages: repeatedAll(100) }, document)).toMatchObject({ pages: 6400 });
  });

  it('rejects repetitions of pages that are too long together', async () => {
    const document = withEntry(1, `/PieceInfo<</Long(${'x'.repeat(700_000)})>>`);
    await expect(edit({ pages: repeatedAll(100) }, document)).rejects.toMatchObject({
      code: 'file-too-large',
      errors: [
        { field: 'file', message: 'repeats its pages too often: their objects have more than 64 MiB' },
      ],
    });
  });

  it('counts the pages of later options after the selection', async () => {
    const pages = parsePageRanges('3,1');
    const bookmarks = [{ title: 'Last', page: 2, parent: -1 }];
    const { outline } = await readPdf(await edited({ pages, bookmarks }));
    expect(outline).toMatchObject([{ title: 'Last', to: 1 }]);
    const rotate = [{ pages: parsePageRanges('3'), angle: 90 as const }];
    const beyond = [...bookmarks, { title: 'Beyond', page: 3, parent: 0 }];
    await expect(edit({ pages, rotate, bookmarks: beyond })).rejects.toMatchObject({
      code: 'invalid-request',
      errors: [
        {
          field: 'rotate[0].pages',
          message: "'3' is past the end of the document, which has 2 pages",
        },
        {
          field: 'bookmarks[0].children[0].page',
          message: 'must be a page of the result, which has 2 pages, not 3',
        },
      ],
    });
  });

  it('rejects pages that the document does not have, and too many', async () => {
    await expect(edit({ pages: parsePageRanges('2,4,5-9') })).rejects.toMatchObject({
      code: 'invalid-range',
      errors: [{ field: 'pages' }, { field: 'pages' }],
    });
    const pages = Array.from({ length: 200 }, () => parsePageRanges('1-')).flat();
    const many = await makePdf('Many', 300);
    await expect(edit({ pages }, many)).rejects.toMatchObject({ code: 'file-too-large' });
  });

  it('removes the encryption, or replaces it', async () => {
    const locked = await edited({ protect: { userPassword: 'old' } });
    expect(() => openPdf(locked)).toThrow(expect.objectContaining({ code: 'password-required' }));
    expect(openPdf(await edited({ password: 'old' }, locked)).encrypted).toBe(false);
    const again = await edited({ password: 'old', protect: { userPassword: 'new' } }, locked);
    expect(openPdf(again, { password: 'new' }).pages).toHaveLength(3);
    await expect(edit({ password: 'wrong' }, locked)).rejects.toMatchObject({ code: 'wrong-password' });
  });

  it('attaches files', async () => {
    const attachments = [input(Buffer.from('1,2'), 'attachments[0]', 'data.csv')];
    const attachmentsMetadata = { 'data.csv': { mimeType: 'text/csv' } };
    const bytes = await edited({ attachments, attachmentsMetadata });
    expect((await readPdf(bytes)).attachments).toEqual({ 'data.csv': '1,2' });
  });
});

describe('the form of an edit', () => {
  const files = { file: input(report), attachments: [] };
  const metadata = { metadata: { title: 'T' } };

  it.each([
    ['pages', { pages: parsePageRanges('1') }],
    ['a password', { password: 'x' }],
    ['a finishing option', metadata],
    ['bookmarks to remove', { bookmarks: [] }],
  ])('may have only %s', (_, fields) => {
    expect(() => checkEdit({ fields: { fileName: '', ...fields }, files })).not.toThrow();
  });

  it('may have only attachments', () => {
    const attached = { ...files, attachments: [input(report, 'attachments[0]')] };
    expect(() => checkEdit({ fields: { fileName: '' }, files: attached })).not.toThrow();
  });

  it('must have something to change', () => {
    expect(() => checkEdit({ fields: { fileName: 'new.pdf' }, files })).toThrow(
      expect.objectContaining({
        code: 'missing-field',
        errors: [expect.objectContaining({ field: 'pages' })],
      }),
    );
  });

  it('is a job with the attachments after the document', () => {
    const attachment = input(Buffer.from('x'), 'attachments[0]', 'x.txt');
    const job = documentJob('edit-pdf', {
      fields: { fileName: '', password: 'p', ...metadata },
      files: { file: files.file, attachments: [attachment] },
    });
    expect(job).toMatchObject({
      type: 'edit-pdf',
      inputs: [files.file, attachment],
      passwords: ['p'],
      options: metadata,
    });
    expect(job.options).not.toHaveProperty('password');
  });
});

describe('the attachments of a request', () => {
  const form = (fileName: string, attachmentsMetadata = {}) => ({
    fields: { fileName: '', attachmentsMetadata },
    files: { file: input(report), attachments: [input(Buffer.from('x'), 'attachments[0]', fileName)] },
  });

  it('must have file names', () => {
    expect(() => documentRequest(form(''))).toThrow(
      expect.objectContaining({
        code: 'invalid-field',
        errors: [{ field: 'attachments[0]', message: 'must have a file name' }],
      }),
    );
  });

  it('must be those that the metadata are about', () => {
    expect(() => documentRequest(form('a.txt', { 'a.txt': {}, 'b.txt': {} }))).toThrow(
      expect.objectContaining({
        code: 'invalid-field',
        errors: [{ field: 'attachmentsMetadata.b.txt', message: 'must be the file name of an attachment' }],
      }),
    );
  });

  it('are not known before those at URLs are downloaded', () => {
    const url = { field: 'attachments[0]', url: 'https://example.com/b.txt' };
    const job = documentJob('split-pdf', {
      fields: { fileName: '', attachmentsMetadata: { 'b.txt': {} } },
      files: { file: input(report), attachments: [url] },
    });
    expect(job.inputs).toEqual([input(report), url]);
  });
});

describe('finishing options of other conversions', () => {
  const attachments = [input(Buffer.from('x'), 'attachments[0]', 'x.txt')];

  it('apply to a merge', async () => {
    const files = [input(report, 'files[0]'), input(report, 'files[1]')];
    const rotate = [{ pages: parsePageRanges('6'), angle: 90 as const }];
    const bookmarks = [{ title: 'Sixth', page: 6, parent: -1 }];
    const request = { files, attachments, rotate, bookmarks, fileName: '' };
    const merged = bytesOf((await mergePdf(request, directPdfWork())).content);
    const contents = await readPdf(merged);
    expect(contents.outline).toMatchObject([{ title: 'Sixth', to: 5 }]);
    expect(contents.attachments).toEqual({ 'x.txt': 'x' });
    expect(openPdf(merged).pages[5]?.attributes.Rotate?.toString()).toBe('90');
  });

  it('apply to each part of a split, whose pages they count', async () => {
    const request = {
      file: input(report),
      attachments,
      fileName: 'a.pdf',
      ranges: parsePageRanges('1-2,3'),
      rotate: [{ pages: parsePageRanges('1'), angle: 180 as const }],
      metadata: { title: 'Part' },
      protect: { userPassword: 'u' },
    };
    const parts = await splitPdf(request, directPdfWork());
    const sources = parts.map(({ content }) => openPdf(bytesOf(content), { password: 'u' }));
    expect(sources.map(({ pages }) => pages.map(({ attributes }) => attributes.Rotate?.toString()))).toEqual([
      ['180', undefined],
      ['180'],
    ]);
    const rotate = [{ pages: parsePageRanges('2'), angle: 90 as const }];
    await expect(splitPdf({ ...request, rotate }, directPdfWork())).rejects.toMatchObject({
      code: 'invalid-range',
      errors: [{ field: 'rotate[0].pages' }],
    });
  });
});
