import { unzipSync } from 'fflate';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { call, download, form, jsonOf, problem, upload } from '../support/client.ts';
import { everythingPdf } from '../support/everything-pdf.ts';
import { makeLargePdf, makePdf, pageTexts } from '../support/pdf.ts';
import { readPdf } from '../support/read-pdf.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { ErrorCode } from '#lib/base/app-error.ts';

const report = await makePdf('Report', 7);
const cover = await makePdf('Cover', 1);

describe('POST /api/pdf/merge', () => {
  it('merges in upload order and describes the result', async () => {
    const response = await call('/api/pdf/merge', {
      body: form(['files', cover], ['files', report], ['files', cover]),
    });
    const file = await jsonOf(response);
    const bytes = await download(file.url);
    expect(await pageTexts(bytes)).toEqual([
      'Cover, page 1',
      ...[1, 2, 3, 4, 5, 6, 7].map((page) => `Report, page ${page}`),
      'Cover, page 1',
    ]);
    expect(file).toMatchObject({
      fileName: 'merged.pdf',
      contentType: 'application/pdf',
      pages: 9,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      warnings: [],
    });
    expect(file.id).toMatch(/^file_[0-9A-Z]{26}$/);
    const minutes = (time: string) => (new Date(time).getTime() - Date.now()) / 60_000;
    expect(minutes(file.urlExpiresAt)).toBeCloseTo(15, 0);
    expect(minutes(file.expiresAt)).toBeCloseTo(24 * 60, 0);
    expect(response.headers.get('vary')).toBe('Accept');
  });

  it('downloads under the requested name', async () => {
    const file = await jsonOf(
      await call('/api/pdf/merge', {
        body: form(['files', cover], ['files', cover], ['fileName', '../Übersicht "1"']),
      }),
    );
    expect(file.fileName).toBe('Übersicht 1.pdf');
    const { headers } = await fetch(file.url);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%C3%9Cbersicht%201.pdf");
  });

  it('returns the bytes when PDF is accepted first', async () => {
    const response = await call('/api/pdf/merge', {
      headers: { accept: 'application/pdf, application/json' },
      body: form(['files', cover], ['files', report]),
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''merged.pdf");
    expect(await pageTexts(Buffer.from(await response.arrayBuffer()))).toHaveLength(8);
  });

  it('returns JSON when PDF is accepted second', async () => {
    const accept = 'application/json, application/pdf';
    await jsonOf(
      await call('/api/pdf/merge', { headers: { accept }, body: form(['files', cover], ['files', report]) }),
    );
  });

  it('applies pages, bookmarks and metadata', async () => {
    const file = await jsonOf(
      await call('/api/pdf/merge', {
        body: form(
          ['files', report, 'report.pdf'],
          ['files', cover, 'cover.pdf'],
          ['pages', '["6-,1", null]'],
          ['outline', 'files'],
          ['metadata', '{"title": "Both", "Department": "Sales"}'],
        ),
      }),
    );
    expect(file).toMatchObject({ pages: 4, warnings: [] });
    const { texts, outline, info } = await readPdf(await download(file.url));
    expect(texts).toEqual(['Report, page 6', 'Report, page 7', 'Report, page 1', 'Cover, page 1']);
    expect(outline.map(({ title, to }) => [title, to])).toEqual([
      ['report', 0],
      ['cover', 3],
    ]);
    expect(info).toMatchObject({ Title: 'Both', Custom: { Department: 'Sales' } });
  });

  it('names the range that is not in its file', async () => {
    const response = await call('/api/pdf/merge', {
      body: form(['files', report], ['files', cover], ['pages', '["1", "2"]']),
    });
    const { errors } = await problem(response, 400, 'invalid-range');
    expect(errors).toEqual([
      { field: 'pages[1]', message: "'2' is past the end of the document, which has 1 page" },
    ]);
  });

  it('merges 40 files', async () => {
    const files = await Promise.all(Array.from({ length: 40 }, (_, index) => makePdf(`File ${index}`, 1)));
    const file = await jsonOf(
      await call('/api/pdf/merge', {
        body: form(...files.map((bytes): [string, Buffer] => ['files', bytes])),
      }),
    );
    expect(await pageTexts(await download(file.url))).toEqual(
      files.map((_, index) => `File ${index}, page 1`),
    );
  });

  it('names each file that is no PDF, damaged or empty', async () => {
    const response = await call('/api/pdf/merge', {
      body: form(['files', cover], ['files', Buffer.from('GIF89a')], ['files', report.subarray(0, 400)]),
    });
    const { errors } = await problem(response, 400, 'invalid-request');
    expect(errors?.map(({ field }) => field)).toEqual(['files[1]', 'files[2]']);
  });
});

describe('POST /api/pdf/split', () => {
  it('creates one PDF per range in the given order', async () => {
    const response = await call('/api/pdf/split', {
      body: form(['file', report, 'report.pdf'], ['ranges', '5-5, 1-3,5, 6-,-1']),
    });
    const parts = await jsonOf<FileResponse[]>(response);
    expect(parts.map(({ fileName, pages }) => [fileName, pages])).toEqual([
      ['report_5.pdf', 1],
      ['report_1-3.pdf', 3],
      ['report_5-2.pdf', 1],
      ['report_6-7.pdf', 2],
      ['report_7.pdf', 1],
    ]);
    const texts = await Promise.all(parts.map(async ({ url }) => pageTexts(await download(url))));
    expect(texts.map((pages) => pages.map((text) => text.at(-1)).join(''))).toEqual([
      '5',
      '123',
      '5',
      '67',
      '7',
    ]);
  });

  it('returns a ZIP when that is accepted first', async () => {
    const response = await call('/api/pdf/split', {
      headers: { accept: 'application/zip' },
      body: form(['file', report, 'x.pdf'], ['ranges', '1,2-3'], ['fileName', 'chapter']),
    });
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toContain('chapter.zip');
    const entries = unzipSync(new Uint8Array(await response.arrayBuffer()));
    expect(Object.keys(entries)).toEqual(['chapter_1.pdf', 'chapter_2-3.pdf']);
    expect(await pageTexts(entries['chapter_2-3.pdf'] ?? new Uint8Array())).toHaveLength(2);
  });

  it.each([
    ['8', /'8' is past the end of the document, which has 7 pages/],
    ['7-3', /'7-3' ends before it starts/],
    ['0', /page 0/],
    ['1,,2', /item 2 is empty/],
    ['one', /'one' is not a range/],
  ])('rejects the ranges %j', async (ranges, detail) => {
    const response = await call('/api/pdf/split', { body: form(['file', report], ['ranges', ranges]) });
    const { detail: given, errors } = await problem(response, 400, 'invalid-range');
    expect(given).toMatch(detail);
    expect(errors?.map(({ field }) => field)).toEqual(['ranges']);
  });
});

describe('the modes of POST /api/pdf/split', () => {
  type Fields = Parameters<typeof form>;
  const split = (...fields: Fields) => call('/api/pdf/split', { body: form(...fields) });
  const namesOf = async (response: Response) =>
    (await jsonOf<FileResponse[]>(response)).map(({ fileName, pages }) => [fileName, pages]);

  it('every: parts of as many pages', async () => {
    const fields: Fields = [
      ['file', report, 'report.pdf'],
      ['mode', 'every'],
      ['span', '3'],
    ];
    expect(await namesOf(await split(...fields))).toEqual([
      ['report_1-3.pdf', 3],
      ['report_4-6.pdf', 3],
      ['report_7.pdf', 1],
    ]);
  });

  it('bookmarks: a part for each bookmark', async () => {
    const book = await everythingPdf(2);
    const names = await namesOf(
      await split(['file', book, 'book.pdf'], ['mode', 'bookmarks'], ['fileName', 'mine']),
    );
    expect(names).toEqual([
      ['mine_Chapter 1.pdf', 1],
      ['mine_Chapter 2.pdf', 1],
    ]);
    const { errors } = await problem(
      await split(['file', report], ['mode', 'bookmarks']),
      400,
      'invalid-field',
    );
    expect(errors?.map(({ field }) => field)).toEqual(['mode']);
  });

  it('size: as many pages as fit, counting the finishing options', async () => {
    const fields: Fields = [
      ['file', report, 'report.pdf'],
      ['mode', 'size'],
      ['maxBytes', '2500'],
      ['protect', '{"userPassword":"secret"}'],
    ];
    const parts = await jsonOf<FileResponse[]>(await split(...fields));
    expect(parts.length).toBeGreaterThan(1);
    for (const { size, warnings } of parts) {
      expect(size).toBeLessThanOrEqual(2500);
      expect(warnings).toEqual([]);
    }
    const [large] = await jsonOf<FileResponse[]>(
      await split(['file', await makeLargePdf(1)], ['mode', 'size'], ['maxBytes', '1000']),
    );
    expect(large?.warnings).toMatchObject([{ code: 'size-exceeded' }]);
  });

  it.each<[fields: Fields, code: ErrorCode, faulty: string[]]>([
    [[['mode', 'every']], 'missing-field', ['span']],
    [[], 'missing-field', ['ranges']],
    [
      [
        ['mode', 'size'],
        ['maxBytes', '5000'],
        ['span', '2'],
      ],
      'invalid-field',
      ['span'],
    ],
  ])('reject %j with %s', async (fields, code, faulty) => {
    const { errors } = await problem(await split(['file', report], ...fields), 400, code);
    expect(errors?.map(({ field }) => field)).toEqual(faulty);
  });
});

describe('uploads', () => {
  it('take the place of file parts, mixed with them, in order', async () => {
    const id = await upload(report, 'uploaded.pdf');
    const merged = await jsonOf(
      await call('/api/pdf/merge', { body: form(['files', cover], ['files', id], ['files', cover]) }),
    );
    const texts = await pageTexts(await download(merged.url));
    expect([texts.at(0), texts.at(1), texts.at(-1)]).toEqual([
      'Cover, page 1',
      'Report, page 1',
      'Cover, page 1',
    ]);
    const parts = await jsonOf<FileResponse[]>(
      await call('/api/pdf/split', { body: form(['file', id], ['ranges', '2']) }),
    );
    expect(parts[0]?.fileName).toBe('uploaded_2.pdf');
  });

  it('bring 60 MB into a merge', async () => {
    const id = await upload(await makeLargePdf(60));
    const response = await call('/api/pdf/merge', { body: form(['files', id], ['files', report]) });
    const merged = await jsonOf(response);
    expect(merged).toMatchObject({ pages: 8 });
    expect(merged.size).toBeGreaterThan(60_000_000);
    expect((await download(merged.url)).length).toBe(merged.size);
  });

  it('return bytes of up to 20 MB, in the response itself', async () => {
    const id = await upload(await makeLargePdf(15));
    const response = await call('/api/pdf/merge', {
      headers: { accept: 'application/pdf' },
      body: form(['files', id], ['files', cover]),
    });
    expect(response.status).toBe(200);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBeGreaterThan(15_000_000);
    expect(await pageTexts(bytes)).toHaveLength(2);
  });

  it('redirect to bytes that are too large for a response', async () => {
    const id = await upload(await makeLargePdf(20));
    const response = await call('/api/pdf/merge', {
      headers: { accept: 'application/pdf' },
      body: form(['files', id], ['files', cover]),
    });
    expect(response.status).toBe(303);
    expect(await pageTexts(await download(response.headers.get('location') ?? ''))).toHaveLength(2);
  });
});
