import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { limits } from '#lib/base/limits.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, download, form, jsonOf, post, problem, upload } from '../support/client.ts';
import { makeDocx, makePptx, makeXlsx } from '../support/office.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { decodePicture } from '../support/picture.ts';
import { plainPng } from '../support/png.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

type Field = [name: string, value: Buffer | string, fileName?: string];

const cover = await makePdf('Cover', 1);
const report = await makePdf('Report', 2);

async function ended(job: JobResponse): Promise<JobResponse> {
  for (;;) {
    const now = await jsonOf<JobResponse>(await call(`/api/jobs/${job.id}?wait=20`));
    if (now.status !== 'queued' && now.status !== 'processing') return now;
  }
}

/** An upload and its form, with which another file can be posted in its place. */
async function repostable(
  content: Buffer,
): Promise<{ id: string; again: (content: Buffer) => Promise<void> }> {
  const request = { fileName: 'a.bin', contentType: 'application/octet-stream', size: 1_000_000 };
  const created = await call('/api/uploads', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  });
  const { id, url, fields } = await jsonOf<{ id: string; url: string; fields: Record<string, string> }>(
    created,
    201,
  );
  const again = async (other: Buffer): Promise<void> => {
    expect((await post(url, fields, other)).status).toBe(204);
  };
  await again(content);
  return { id, again };
}

describe('uploads are accepted in place of file parts', () => {
  it('by merges, between file parts, in order, also repeatedly', async () => {
    const [first, second] = [await upload(cover), await upload(report)];
    const fields: Field[] = [second, cover, first, report, second].map((file) => ['files', file]);
    const file = await jsonOf(await call('/api/pdf/merge', { body: form(...fields) }));
    expect(await pageTexts(await download(file.url))).toEqual([
      'Report, page 1',
      'Report, page 2',
      'Cover, page 1',
      'Cover, page 1',
      'Report, page 1',
      'Report, page 2',
      'Report, page 1',
      'Report, page 2',
    ]);
  });

  it('by splits, which name their parts after the upload', async () => {
    const id = await upload(report, 'Bericht.pdf');
    const body = form(['ranges', '2'], ['file', id]);
    const [part] = await jsonOf<FileResponse[]>(await call('/api/pdf/split', { body }));
    expect(part?.fileName).toBe('Bericht_2.pdf');
  });

  it.skipIf(leftOut('chromium'))('by pages, for the page and its assets, between file parts', async () => {
    const html = '<style>*{margin:0}img{display:block;width:100px;height:100px}</style>';
    const page = await upload(
      Buffer.from(`${html}<link rel=stylesheet href=a.css><img src="b.png"><img src="c.png">`),
      'page.html',
    );
    const body = form(
      ['file', page],
      ['assets', Buffer.from('body { background: rgb(0, 0, 255) }'), 'a.css'],
      ['assets', await upload(plainPng(10, 10), 'b.png')],
      ['assets', plainPng(10, 10), 'c.png'],
      ['format', 'png'],
      ['width', '200'],
    );
    const file = await jsonOf(await call('/api/html/file', { body }));
    expect(file).toMatchObject({ fileName: 'page.png', warnings: [] });
    const picture = await decodePicture(await download(file.url));
    expect([picture.at(50, 50), picture.at(50, 150), picture.at(150, 50)]).toEqual([
      [200, 200, 200, 255],
      [200, 200, 200, 255],
      [0, 0, 255, 255],
    ]);
  });

  it.skipIf(leftOut('libreoffice')).each([
    ['docx', makeDocx({ text: 'A letter' }), 'A letter'],
    ['xlsx', makeXlsx({ rows: [['A sheet']] }), 'A sheet'],
    ['pptx', makePptx({ slides: ['A deck'] }), 'A deck'],
  ])('by conversions of %s', async (kind, document, text) => {
    const id = await upload(document, `original.${kind}`);
    const response = await call(`/api/convert/${kind}-to-pdf`, { body: form(['file', id]) });
    const job = await ended(await jsonOf<JobResponse>(response, 202));
    expect(job).toMatchObject({ status: 'completed', result: { fileName: 'original.pdf' } });
    expect((await pageTexts(await download(resultFile(job).url))).join('')).toContain(text);
  });

  it('after their content is checked', async () => {
    const id = await upload(Buffer.from('GIF89a'), 'a.pdf');
    const rejected = async (path: string, ...fields: Field[]) =>
      (await problem(await call(path, { body: form(...fields) }), 400, 'invalid-file-type')).errors;
    expect(await rejected('/api/pdf/merge', ['files', cover], ['files', id])).toMatchObject([
      { field: 'files[1]' },
    ]);
    expect(await rejected('/api/pdf/split', ['file', id], ['ranges', '1'])).toMatchObject([
      { field: 'file' },
    ]);
    if (!leftOut('chromium')) {
      expect(await rejected('/api/html/file', ['file', id], ['format', 'pdf'])).toMatchObject([
        { field: 'file' },
      ]);
    }
    if (!leftOut('libreoffice')) {
      expect(await rejected('/api/convert/docx-to-pdf', ['file', id])).toMatchObject([{ field: 'file' }]);
    }
  });
});

describe('limits', () => {
  it('of all inputs together apply to uploads, before any is fetched', { timeout: 120_000 }, async () => {
    // Were it fetched, it would be found to be no PDF.
    const id = await upload(Buffer.alloc(90 * 1024 * 1024));
    const merge = (count: number) =>
      call('/api/pdf/merge', { body: form(...Array.from({ length: count }, (): Field => ['files', id])) });
    const { detail } = await problem(await merge(3), 413, 'file-too-large');
    expect(detail).toContain(String(limits.totalInput));
    expect(detail).toMatch(/fewer or smaller files/);
    const page = Array.from({ length: 3 }, (_, index): Field => ['assets', id, `${index}.png`]);
    const body = form(['file', Buffer.from('<p>'), 'a.html'], ['format', 'pdf'], ...page);
    await problem(await call('/api/html/file', { body }), 413, 'file-too-large');
    await problem(await merge(2), 400, 'invalid-file-type');
  });

  it('of files apply to uploads', async () => {
    const id = await upload(cover);
    const merge = (count: number) =>
      call('/api/pdf/merge', { body: form(...Array.from({ length: count }, (): Field => ['files', id])) });
    const { errors } = await problem(await merge(limits.mergeFiles + 1), 400, 'invalid-field');
    expect(errors?.[0]).toMatchObject({ field: 'files', message: expect.stringContaining('100') as string });
    expect(await jsonOf(await merge(limits.mergeFiles))).toMatchObject({ pages: limits.mergeFiles });
  });
});

describe('an upload that is posted again while it is used', () => {
  it('is merged as it was when it was checked, or rejected', async () => {
    const [first, second] = [await makePdf('First', 1), await makePdf('Second', 1)];
    const { id, again } = await repostable(first);
    const ended = new AbortController();
    const poster = (async () => {
      for (let time = 1; !ended.signal.aborted; time += 1) await again(time % 2 === 0 ? first : second);
    })();
    try {
      const responses = await Promise.all(
        Array.from({ length: 40 }, async (_, index) => {
          await sleep(index * 20);
          const response = await call('/api/pdf/merge', { body: form(['files', cover], ['files', id]) });
          if (response.status === 200) {
            const texts = await pageTexts(await download((await jsonOf(response)).url));
            return texts.join(' | ');
          }
          const { errors } = await problem(response, 400, 'invalid-field');
          return errors?.map(({ field, message }) => `${field} ${message}`).join();
        }),
      );
      for (const reply of responses) {
        expect([
          'Cover, page 1 | First, page 1',
          'Cover, page 1 | Second, page 1',
          'files[1] was replaced before it was read',
        ]).toContain(reply);
      }
    } finally {
      ended.abort();
      await poster;
    }
  });

  it.skipIf(leftOut('libreoffice'))(
    'is never converted as another document than the one accepted',
    { timeout: 120_000 },
    async () => {
      // Jobs before it give the time to replace it.
      const rows = Array.from({ length: 5000 }, (_, row) => [row, `row ${row}`]);
      const before = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const body = form(['file', makeXlsx({ rows }), 'a.xlsx']);
          return jsonOf<JobResponse>(await call('/api/convert/xlsx-to-pdf', { body }), 202);
        }),
      );
      const { id, again } = await repostable(makeDocx({ text: 'Accepted' }));
      const response = await call('/api/convert/docx-to-pdf', { body: form(['file', id]) });
      await again(makeDocx({ text: 'Another' }));
      const job = await ended(await jsonOf<JobResponse>(response, 202));
      if (job.status === 'completed') {
        expect(await pageTexts(await download(resultFile(job).url))).toEqual(['Accepted']);
      } else {
        expect(job).toMatchObject({
          status: 'failed',
          attempts: 1,
          error: {
            code: 'invalid-field',
            detail: 'The document was replaced before it was read.',
          },
        });
      }
      for (const other of before) expect(await ended(other)).toMatchObject({ status: 'completed' });
    },
  );
});

describe('storage seen by browsers', () => {
  const preflight = (url: string, method: string) =>
    fetch(url, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example.com',
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    });

  it('accepts uploads from and returns results to pages of any origin, and nothing else', async () => {
    const file = await jsonOf(
      await call('/api/pdf/merge', { body: form(['files', cover], ['files', cover]) }),
    );
    for (const method of ['POST', 'GET', 'HEAD']) {
      const response = await preflight(file.url, method);
      expect(response.status).toBe(200);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
    for (const method of ['PUT', 'DELETE']) expect((await preflight(file.url, method)).status).toBe(403);
    const read = await fetch(file.url, { headers: { origin: 'https://app.example.com' } });
    expect(read.headers.get('access-control-allow-origin')).toBe('*');
    expect(read.headers.get('access-control-expose-headers')).toContain('Content-Disposition');
  });
});
