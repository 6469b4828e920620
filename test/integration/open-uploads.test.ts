import { describe, expect, it } from 'vitest';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, form, jsonOf, newKey, post, problem, upload } from '../support/client.ts';
import { makeDocx, makeXlsx } from '../support/office.ts';
import { makePdf } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';
import type { UploadForm } from '#lib/files/upload-store.ts';

const megabyte = 1024 * 1024;
/** The default of `FreeOpenUploadMegabytes`. */
const freeMegabytes = 1024;

const announce = (key: string, megabytes: number, headers: Record<string, string> = {}): Promise<Response> =>
  call('/api/uploads', {
    key,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({
      fileName: 'a.pdf',
      contentType: 'application/pdf',
      size: megabytes * megabyte,
    }),
  });

const announced = async (response: Promise<Response>): Promise<UploadForm> =>
  jsonOf<UploadForm>(await response, 201);

const remove = (key: string, id: string): Promise<Response> =>
  call(`/api/uploads/${id}`, { key, method: 'DELETE' });

/** Announces as much as a Free key may have open. */
const fill = (key: string): Promise<UploadForm[]> =>
  Promise.all([...Array.from({ length: 10 }, () => 100), 24].map((size) => announced(announce(key, size))));

describe('the open uploads of one key', () => {
  it('never exceed the limit of its plan together', async () => {
    const { key } = await newKey('free');
    const responses = await Promise.all(Array.from({ length: 50 }, () => announce(key, 100)));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 10 }, () => 201),
      ...Array.from({ length: 40 }, () => 429),
    ]);
    for (const response of responses.filter(({ status }) => status === 429)) {
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      const { detail, retryable } = await problem(response, 429, 'too-many-uploads');
      expect(detail).toContain(`free plan allows ${freeMegabytes} MiB`);
      expect(detail).toContain('DELETE /api/uploads/{id}');
      expect(retryable).toBe(true);
    }
    // What still fits is accepted, and another key has a limit of its own.
    await announced(announce(key, 24));
    await problem(await announce(key, 1), 429, 'too-many-uploads');
    await announced(announce((await newKey('free')).key, 100));
  });

  it('count a repeated announcement once', async () => {
    const { key } = await newKey('free');
    const headers = { 'idempotency-key': 'one-announcement' };
    const first = await announced(announce(key, 100, headers));
    for (let time = 0; time < 12; time += 1) {
      expect((await announced(announce(key, 100, headers))).id).toBe(first.id);
    }
    const others = Array.from({ length: 9 }, () => announced(announce(key, 100)));
    expect(new Set((await Promise.all(others)).map(({ id }) => id)).size).toBe(9);
    await problem(await announce(key, 100), 429, 'too-many-uploads');
  });
});

describe('a deleted upload', () => {
  it('releases its size immediately, but only up to twice the limit while forms are still valid', async () => {
    const { key } = await newKey('free');
    for (let round = 0; round < 2; round += 1) {
      const forms = await fill(key);
      await problem(await announce(key, 1), 429, 'too-many-uploads');
      for (const { id } of forms) expect((await remove(key, id)).status).toBe(204);
    }
    // Nothing is open, but 2 GiB of forms still take files.
    const { detail } = await problem(await announce(key, 1), 429, 'too-many-uploads');
    expect(detail).toContain('deleted');
  });

  it('is unknown to conversions and to a repeated announcement', async () => {
    const { key } = await newKey('free');
    const headers = { 'idempotency-key': 'to-be-deleted' };
    const { id, url, fields } = await announced(announce(key, 1, headers));
    const file = await makePdf('Secret', 1);
    expect((await post(url, fields, file)).status).toBe(204);
    const split = () => call('/api/pdf/split', { key, body: form(['file', id], ['ranges', '1']) });
    expect((await split()).status).toBe(200);
    expect((await remove(key, id)).status).toBe(204);
    const { errors } = await problem(await split(), 400, 'invalid-field');
    expect(errors).toMatchObject([{ field: 'file' }]);
    await problem(await announce(key, 1, headers), 410, 'gone');
    expect((await remove(key, id)).status).toBe(204);
  });

  it('must belong to the key', async () => {
    const { key } = await newKey('free');
    const theirs = await announced(announce((await newKey('free')).key, 1));
    for (const id of [
      theirs.id,
      'upl_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
      'upl_1',
      'file_01KAJV4Q2B8T6M3Z7X5C9D1F0G',
    ]) {
      await problem(await remove(key, id), 404, 'not-found');
    }
  });

  it.skipIf(leftOut('libreoffice'))(
    'fails the job that would have read it',
    { timeout: 120_000 },
    async () => {
      const { key } = await newKey('business');
      const ended = async (id: string): Promise<JobResponse> => {
        for (;;) {
          const job = await jsonOf<JobResponse>(await call(`/api/jobs/${id}?wait=20`, { key }));
          if (job.status !== 'queued' && job.status !== 'processing') return job;
        }
      };
      // Jobs before it give the time to delete it.
      const rows = Array.from({ length: 5000 }, (_, row) => [row, `row ${row}`]);
      const body = () => form(['file', makeXlsx({ rows }), 'a.xlsx']);
      const before = await Promise.all(
        Array.from({ length: 4 }, async () =>
          jsonOf<JobResponse>(await call('/api/convert/xlsx-to-pdf', { key, body: body() }), 202),
        ),
      );
      const id = await upload(makeDocx({ text: 'Accepted' }), 'a.docx', key);
      const accepted = await call('/api/convert/docx-to-pdf', { key, body: form(['file', id]) });
      const { id: jobId } = await jsonOf<JobResponse>(accepted, 202);
      expect((await remove(key, id)).status).toBe(204);
      const job = await ended(jobId);
      // On a fast machine the job may have read it before.
      if (job.status !== 'completed') {
        expect(job).toMatchObject({
          status: 'failed',
          attempts: 1,
          error: { code: 'gone', detail: 'The document was deleted before it was read.' },
        });
      }
      for (const other of before) expect(await ended(other.id)).toMatchObject({ status: 'completed' });
    },
  );
});
