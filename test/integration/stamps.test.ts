import { describe, expect, it } from 'vitest';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, download, endedJob, form, jsonOf, problem } from '../support/client.ts';
import { makeDocx } from '../support/office.ts';
import { makePdf, pageTexts } from '../support/pdf.ts';
import { plainPng } from '../support/png.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

const report = await makePdf('Report', 2);
const seal = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><text y="8" font-size="8">SEAL</text></svg>',
);

const stampField = (...stamps: object[]): [string, string] => ['stamp', JSON.stringify(stamps)];

/** The texts of the pages of a file. */
const textsOf = async ({ url }: { url: string }): Promise<string[]> => pageTexts(await download(url));

describe.skipIf(leftOut('fonts'))('stamps', () => {
  it('draw text in the order and on the pages that the request names', async () => {
    const body = form(
      ['file', report, 'report.pdf'],
      ['pages', '2,1'],
      stampField({ text: 'Seite {page} von {pages}' }, { text: '草稿', pages: '2' }),
    );
    const file = await jsonOf(await call('/api/pdf/edit', { body }));
    expect(await textsOf(file)).toEqual([
      expect.stringMatching(/Report, page 2.*Seite 1 von 2/),
      expect.stringMatching(/Report, page 1.*Seite 2 von 2.*草稿/),
    ]);
  });

  it('are accepted by merges, and by splits for each part', async () => {
    const stamp = stampField({ text: '{fileName} {page}/{pages}' });
    const merged = await jsonOf(
      await call('/api/pdf/merge', {
        body: form(['files', report, 'a.pdf'], ['files', report, 'b.pdf'], stamp),
      }),
    );
    expect((await textsOf(merged))[3]).toContain('merged.pdf 4/4');
    const split = form(['file', report, 'a.pdf'], ['mode', 'every'], ['span', '1'], stamp);
    const parts = await jsonOf<{ url: string }[]>(await call('/api/pdf/split', { body: split }));
    const texts = await Promise.all(parts.map(textsOf));
    expect(texts).toEqual([
      [expect.stringContaining('a_1.pdf 1/1')],
      [expect.stringContaining('a_2.pdf 1/1')],
    ]);
  });

  it('report characters without a glyph', async () => {
    const body = form(['file', report, 'report.pdf'], stampField({ text: 'a\u{1FAC8}' }));
    const { warnings } = await jsonOf(await call('/api/pdf/edit', { body }));
    expect(warnings).toMatchObject([{ code: 'glyphs-missing', characters: '\u{1FAC8}' }]);
  });

  it.skipIf(leftOut('chromium'))('draw SVG documents, in jobs too', async () => {
    const body = form(
      ['file', report, 'report.pdf'],
      ['overlays', seal, 'seal.svg'],
      stampField({ file: 'seal.svg' }),
    );
    const file = await jsonOf(await call('/api/pdf/edit', { body }));
    expect(await textsOf(file)).toEqual(expect.arrayContaining([expect.stringContaining('SEAL')]));
    const headers = { prefer: 'respond-async' };
    const job = await endedJob(
      await jsonOf<JobResponse>(await call('/api/pdf/edit', { body, headers }), 202),
    );
    expect(await textsOf(resultFile(job))).toEqual(expect.arrayContaining([expect.stringContaining('SEAL')]));
  });

  it.skipIf(leftOut('chromium'))('are accepted by renderings', async () => {
    const page = Buffer.from('<p>A page</p>');
    const body = form(['file', page, 'page.html'], ['format', 'pdf'], stampField({ text: 'Approved' }));
    const file = await jsonOf(await call('/api/html/file', { body }));
    expect(await textsOf(file)).toEqual([expect.stringMatching(/A page.*Approved/)]);
    const image = form(['file', page, 'page.html'], ['format', 'png'], stampField({ text: 'Approved' }));
    await problem(await call('/api/html/file', { body: image }), 400, 'invalid-field');
  });

  it.skipIf(leftOut('libreoffice'))('are accepted by office conversions', async () => {
    const logo = plainPng(10, 10);
    const body = form(
      ['file', makeDocx({ text: 'A letter' }), 'a.docx'],
      ['overlays', logo, 'logo.png'],
      stampField({ text: 'Approved' }, { file: 'logo.png', position: 'top-left', scale: 0.5 }),
    );
    const job = await endedJob(
      await jsonOf<JobResponse>(await call('/api/convert/docx-to-pdf', { body }), 202),
    );
    const bytes = await download(resultFile(job).url);
    expect(await pageTexts(bytes)).toEqual([expect.stringMatching(/A letter.*Approved/)]);
  });

  it('name what is wrong with their files', async () => {
    const text = Buffer.from('a note');
    const body = form(['file', report], ['overlays', text, 'a.png'], stampField({ file: 'a.png' }));
    const { errors } = await problem(await call('/api/pdf/edit', { body }), 400, 'invalid-file-type');
    expect(errors).toMatchObject([{ field: 'overlays[0]' }]);
    const other = form(['file', report], ['overlays', text, 'a.png'], stampField({ file: 'b.png' }));
    const rejected = await problem(await call('/api/pdf/edit', { body: other }), 400, 'invalid-field');
    expect(rejected.errors?.map(({ field }) => field)).toEqual(['stamp[0].file', 'overlays[0]']);
  });
});
