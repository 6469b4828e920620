import { createCanvas } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, download, endedJob, form, jsonOf, problem } from '../support/client.ts';
import { pageTexts } from '../support/pdf.ts';
import { readPdf } from '../support/read-pdf.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

const notes = Buffer.from(`---
title: Release notes
author: [Ann, Bob]
tags: [one, two]
---
# Version 2

![Logo](images/logo.png)

| Change | Size |
|--------|-----:|
| parser | 12   |

<script>document.body.append('scripts ran')</script>
`);

const logo = createCanvas(10, 10).toBuffer('image/png');

type Field = [name: string, value: Buffer | string, fileName?: string];
const render = (file: Buffer, ...fields: Field[]) =>
  call('/api/html/markdown', { body: form(['file', file, 'notes.md'], ['format', 'pdf'], ...fields) });

describe.skipIf(leftOut('chromium'))('POST /api/html/markdown', () => {
  it('creates a PDF with bookmarks and the metadata of the front matter', async () => {
    const file = await jsonOf(await render(notes, ['assets', logo, 'logo.png']));
    expect(file).toMatchObject({ fileName: 'Release notes.pdf', pages: 1, warnings: [] });
    const { texts, outline, info } = await readPdf(await download(file.url));
    expect(texts[0]).toMatch(/^Version 2.*Change.*parser.*12/);
    expect(outline.map(({ title }) => title)).toEqual(['Version 2']);
    expect(info).toMatchObject({ Title: 'Release notes', Author: 'Ann, Bob', Keywords: 'one, two' });
  });

  it('prefers the metadata of the request', async () => {
    const metadata = JSON.stringify({ author: 'Cem' });
    const file = await jsonOf(await render(notes, ['assets', logo, 'logo.png'], ['metadata', metadata]));
    const { info } = await readPdf(await download(file.url));
    expect(info).toMatchObject({ Author: 'Cem', Keywords: 'one, two' });
  });

  it('runs scripts only on request', async () => {
    const textOf = async (...fields: Field[]) => {
      const file = await jsonOf(await render(notes, ['assets', logo, 'logo.png'], ...fields));
      return (await pageTexts(await download(file.url))).join('');
    };
    expect(await textOf()).not.toContain('scripts ran');
    expect(await textOf(['javascript', 'true'])).toContain('scripts ran');
  });

  it('works as a job', async () => {
    const body = form(['file', notes, 'notes.md'], ['format', 'pdf'], ['assets', logo, 'logo.png']);
    const accepted = await call('/api/html/markdown', { body, headers: { prefer: 'respond-async' } });
    const job = await endedJob(await jsonOf<JobResponse>(accepted, 202));
    expect(job).toMatchObject({ type: 'html-markdown', status: 'completed' });
    const { info } = await readPdf(await download(resultFile(job).url));
    expect(info).toMatchObject({ Author: 'Ann, Bob' });
  });

  it.each<[string, Buffer, Field[], number, string, string]>([
    ['a PDF', Buffer.from('%PDF-1.7\n'), [], 400, 'invalid-file-type', 'file'],
    ['another encoding', Buffer.from('größer', 'latin1'), [], 400, 'invalid-file-type', 'file'],
    [
      'a template without a place',
      notes,
      [['template', Buffer.from('a'), 't.html']],
      400,
      'invalid-field',
      'template',
    ],
    [
      'two templates',
      notes,
      [
        ['template', Buffer.from('{{content}}'), 't.html'],
        ['template', Buffer.from('{{content}}'), 'u.html'],
      ],
      400,
      'invalid-field',
      'template',
    ],
  ])('rejects %s', async (_, file, fields, status, code, field) => {
    const { errors } = await problem(await render(file, ...fields), status, code);
    expect(errors?.[0]?.field).toBe(field);
  });
});
