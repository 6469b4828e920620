import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { siblingId } from '#lib/base/identifiers.ts';
import type { JobListResponse } from '#lib/jobs/list-jobs.ts';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, endedJob, form, jsonOf, newKey, problem } from '../support/client.ts';
import { makeDocx, makeXlsx } from '../support/office.ts';
import { leftOut } from '../support/requirements.ts';
import { resultFile } from '../support/result-file.ts';

const docx = makeDocx({ text: 'A page' });
/** Long enough to be waited for. */
const large = makeXlsx({
  rows: Array.from({ length: 60_000 }, (_, row) => [row, `row ${row}`, row * 2]),
});

interface Client {
  key: string;
}
const convert = ({ key }: Client, headers: Record<string, string> = {}) =>
  call('/api/convert/docx-to-pdf', { key, headers, body: form(['file', docx, 'a.docx']) });
const convertLarge = ({ key }: Client) =>
  call('/api/convert/xlsx-to-pdf', { key, body: form(['file', large, 'a.xlsx']) });
const read = ({ key }: Client, id: string, wait = '', headers: Record<string, string> = {}) =>
  call(`/api/jobs/${id}${wait}`, { key, headers });
const list = async ({ key }: Client, query = ''): Promise<JobListResponse> =>
  jsonOf<JobListResponse>(await call(`/api/jobs${query}`, { key }));

const newClient = (): Promise<Client> => newKey('pro');

async function accepted(client: Client, headers?: Record<string, string>): Promise<JobResponse> {
  return jsonOf<JobResponse>(await convert(client, headers), 202);
}

describe.skipIf(leftOut('libreoffice'))(
  'a job whose client waited for its result',
  { timeout: 120_000 },
  () => {
    it('can be read, listed and deleted like others, and runs with its options', async () => {
      const client = await newClient();
      const body = () =>
        form(['file', makeDocx({ text: 'One\fTwo\fThree' }), 'a.docx'], ['pageRanges', '2-3']);
      const headers = { prefer: 'wait=20', 'idempotency-key': randomUUID() };
      const convertAgain = () => call('/api/convert/docx-to-pdf', { ...client, headers, body: body() });
      const file = await jsonOf(await convertAgain());
      expect(file).toMatchObject({ fileName: 'a.pdf', pages: 2 });
      const id = siblingId('job', file.id);
      expect(await jsonOf<JobResponse>(await read(client, id))).toMatchObject({
        status: 'completed',
        attempts: 1,
        input: { fileName: 'a.docx' },
        result: { id: file.id },
      });
      expect((await list(client)).jobs.map((job) => job.id)).toEqual([id]);
      expect(await jsonOf(await convertAgain())).toMatchObject({ id: file.id });
      expect((await call(`/api/jobs/${id}`, { ...client, method: 'DELETE' })).status).toBe(204);
      expect((await call(`/api/jobs/${id}/result`, client)).status).toBe(410);
    });

    it('is there whatever the response was, also of many clients at once', async () => {
      const client = await newClient();
      const responses = await Promise.all(
        Array.from({ length: 12 }, () => convert(client, { prefer: 'wait=1' })),
      );
      for (const response of responses) {
        const { id } = (await response.json()) as { id: string };
        const job = await endedJob(
          await jsonOf<JobResponse>(await read(client, siblingId('job', id))),
          client.key,
        );
        expect(job).toMatchObject({ status: 'completed', result: { pages: 1 } });
      }
      expect((await list(client)).jobs).toHaveLength(12);
    });
  },
);

describe.skipIf(leftOut('libreoffice'))('reading a job', { timeout: 120_000 }, () => {
  it('with wait returns the ended job in one call', async () => {
    const client = await newClient();
    const { id } = await accepted(client);
    const response = await read(client, id, '?wait=20');
    expect(response.headers.get('retry-after')).toBeNull();
    expect(await jsonOf<JobResponse>(response)).toMatchObject({ status: 'completed', result: { pages: 1 } });
  });

  it('waits no longer than requested, and returns Retry-After', async () => {
    const client = await newClient();
    const { id } = await jsonOf<JobResponse>(await convertLarge(client), 202);
    const start = performance.now();
    const response = await read(client, id, '?wait=1');
    const waited = performance.now() - start;
    const { status } = await jsonOf<JobResponse>(response);
    expect(['queued', 'processing']).toContain(status);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(waited).toBeGreaterThan(950);
    expect(waited).toBeLessThan(4000);
    expect((await endedJob({ id }, client.key)).status).toBe('completed');
  });

  it('accepts Prefer for wait, and reports the granted wait', async () => {
    const client = await newClient();
    const { id } = await accepted(client);
    const response = await read(client, id, '', { prefer: 'wait=600' });
    expect(response.headers.get('preference-applied')).toBe('wait=20');
    expect((await jsonOf<JobResponse>(response)).status).toBe('completed');
    for (const prefer of ['respond-async', 'wait=soon']) {
      const plain = await read(client, id, '', { prefer });
      expect(plain.headers.get('preference-applied')).toBeNull();
      await jsonOf(plain);
    }
  });

  it('ends the wait when the job is canceled', async () => {
    const client = await newClient();
    const { id } = await jsonOf<JobResponse>(await convertLarge(client), 202);
    const waiting = read(client, id, '?wait=20');
    await call(`/api/jobs/${id}`, { key: client.key, method: 'DELETE' });
    expect((await jsonOf<JobResponse>(await waiting)).status).toBe('canceled');
  });

  it.each(['?wait=21', '?wait=-1', '?wait=', '?wait=a', '?wait=1.5', '?wait=1&wait=2'])(
    'rejects %s',
    async (query) => {
      const client = await newClient();
      const { id } = await accepted(client);
      const { errors } = await problem(await read(client, id, query), 400, 'invalid-field');
      expect(errors?.map(({ field }) => field)).toEqual(['wait']);
    },
  );

  it('of another client is not found, waiting or not', async () => {
    const { id } = await accepted(await newClient());
    const start = performance.now();
    await problem(await read(await newClient(), id, '?wait=20'), 404, 'not-found');
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe.skipIf(leftOut('libreoffice'))('listing jobs', { timeout: 120_000 }, () => {
  it('has them newest first, page by page, with their results', async () => {
    const client = await newClient();
    expect(await list(client)).toEqual({ jobs: [], nextCursor: null });
    const made: string[] = [];
    for (let count = 0; count < 5; count += 1) made.unshift((await accepted(client)).id);
    for (const id of made) await endedJob({ id }, client.key);

    const all = await list(client);
    expect(all.nextCursor).toBeNull();
    expect(all.jobs.map(({ id }) => id)).toEqual(made);
    const [newest] = all.jobs;
    expect(newest && (await fetch(resultFile(newest).url)).status).toBe(200);

    const seen: string[] = [];
    let cursor = '';
    for (const count of [2, 2, 1]) {
      const page = await list(client, `?limit=2&status=completed${cursor}`);
      expect(page.jobs).toHaveLength(count);
      seen.push(...page.jobs.map(({ id }) => id));
      cursor = `&cursor=${page.nextCursor ?? ''}`;
    }
    expect(seen).toEqual(made);
    expect(cursor).toBe('&cursor=');
  });

  it('has those of one status', async () => {
    const client = await newClient();
    const [kept, deleted] = [await accepted(client), await accepted(client)];
    await call(`/api/jobs/${deleted.id}`, { key: client.key, method: 'DELETE' });
    await endedJob(kept, client.key);
    const { status } = await endedJob(deleted, client.key);
    const ofStatus = (await list(client, `?status=${status}`)).jobs.map(({ id }) => id);
    expect(ofStatus).toContain(deleted.id);
    expect((await list(client, '?status=failed')).jobs).toEqual([]);
    expect((await list(client)).jobs.find(({ id }) => id === deleted.id)?.result).toBeNull();
  });

  it('never contains those of another client, whose cursor is rejected', async () => {
    const [one, two] = [await newClient(), await newClient()];
    await accepted(one);
    await accepted(one);
    const { nextCursor } = await list(one, '?limit=1');
    expect(nextCursor).toEqual(expect.any(String));
    expect((await list(two)).jobs).toEqual([]);
    const response = await call(`/api/jobs?cursor=${nextCursor ?? ''}`, { key: two.key });
    const { errors } = await problem(response, 400, 'invalid-field');
    expect(errors?.[0]?.field).toBe('cursor');
  });

  it.each([
    ['?limit=0', ['limit']],
    ['?limit=101', ['limit']],
    ['?status=done', ['status']],
    ['?cursor=x', ['cursor']],
    ['?cursor=', ['cursor']],
    ['?page=2', ['page']],
    ['?limit=x&status=y&page=z', ['page', 'status', 'limit']],
  ])('rejects %s', async (query, fields) => {
    const { errors } = await problem(await call(`/api/jobs${query}`), 400, 'invalid-field');
    expect(errors?.map(({ field }) => field).sort()).toEqual([...fields].sort());
  });
});

describe.skipIf(leftOut('libreoffice'))('a conversion with an Idempotency-Key', { timeout: 120_000 }, () => {
  it('creates one job for any number of concurrent requests', async () => {
    const client = await newClient();
    const headers = { 'idempotency-key': randomUUID() };
    const responses = await Promise.all(Array.from({ length: 8 }, () => convert(client, headers)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.every((status) => status === 202 || status === 409)).toBe(true);
    const first = responses.filter(
      (response) => response.status === 202 && !response.headers.has('idempotent-replayed'),
    );
    expect(first).toHaveLength(1);
    const { id } = (await first[0]?.json()) as JobResponse;
    await endedJob({ id }, client.key);
    expect((await list(client)).jobs.map((job) => job.id)).toEqual([id]);
  });

  it('returns the same job again, in its current state', async () => {
    const client = await newClient();
    const headers = { 'idempotency-key': randomUUID() };
    const { id } = await accepted(client, headers);
    await endedJob({ id }, client.key);
    const again = await convert(client, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.headers.get('location')).toMatch(new RegExp(`/api/jobs/${id}$`));
    const job = await jsonOf<JobResponse>(again, 202);
    expect(job).toMatchObject({ id, status: 'completed' });
    expect((await fetch(resultFile(job).url)).status).toBe(200);
  });
});
