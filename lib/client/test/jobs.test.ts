import { describe, expect, expectTypeOf, it } from 'vitest';
import { JobError } from '../src/errors.ts';
import type { Job } from '../src/operation-types.ts';
import { type FileResponse, fileResponseExample as file } from '../../api/responses/file-response.ts';
import { type JobResponse, jobResponseExample as job } from '../../api/responses/job-response.ts';
import { clientOf, FakeService, jsonResponse, problemResponse } from './fake-service.ts';

describe('jobs', () => {
  const queued: JobResponse = { ...job, status: 'queued', result: null };

  it('are polled at growing intervals, with progress', async () => {
    const states = [queued, { ...queued, status: 'processing' }, job];
    const service = new FakeService((_, index) => jsonResponse(states[index], 200, { 'retry-after': '0' }));
    const seen: string[] = [];
    const done = await clientOf(service).waitForJob(queued, {
      onProgress: ({ status }) => seen.push(status),
    });
    expect(done.result).toEqual(job.result);
    expect(seen).toEqual(['queued', 'processing']);
    expect(service.requests.map(({ url }) => new URL(url).search)).toEqual([
      '?wait=2',
      '?wait=20',
      '?wait=20',
    ]);
  });

  it('that failed or were canceled are errors', async () => {
    const failed: JobResponse = {
      ...queued,
      status: 'failed',
      error: { code: 'damaged-document', detail: 'It is damaged.', retryable: false },
    };
    for (const [state, code] of [
      [failed, 'damaged-document'],
      [{ ...queued, status: 'canceled' }, 'job-canceled'],
      [{ ...job, result: null }, 'gone'],
    ] as const) {
      const wait = clientOf(new FakeService(() => jsonResponse(state))).waitForJob(state.id);
      const error: unknown = await wait.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(JobError);
      expect(error).toMatchObject({ code, job: { id: state.id } });
    }
  });

  it('are waited for no longer than requested', async () => {
    const service = new FakeService(() => jsonResponse(queued, 200, { 'retry-after': '60' }));
    await expect(clientOf(service).waitForJob(queued, { timeout: 20 })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const stop = new AbortController();
    const wait = clientOf(service).waitForJob(queued, {
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('Enough')),
    });
    await expect(wait).rejects.toThrow('Enough');
  });

  it('are listed over all pages, which are fetched when needed', async () => {
    const pages = [
      { jobs: [{ id: '1' }, { id: '2' }], nextCursor: 'a/b' },
      { jobs: [], nextCursor: 'c' },
      { jobs: [{ id: '3' }], nextCursor: null },
    ];
    const service = new FakeService((_, index) => jsonResponse(pages[index]));
    const ids: string[] = [];
    for await (const { id } of clientOf(service).jobs({ status: 'completed' })) {
      ids.push(id);
      if (id === '2') expect(service.requests).toHaveLength(1);
    }
    expect(ids).toEqual(['1', '2', '3']);
    expect(service.requests.map(({ url }) => new URL(url).search)).toEqual([
      '?status=completed',
      '?status=completed&cursor=a%2Fb',
      '?status=completed&cursor=c',
    ]);
  });

  it('have results with the type of their conversion', () => {
    const client = clientOf(new FakeService(() => jsonResponse(job)));
    type Files = FileResponse | FileResponse[];
    const office = async () => (await client.waitForJob(await client.convertDocx({ file: 'upl_1' }))).result;
    const split = async () =>
      (await client.waitForJob(await client.submit('split-pdf', { file: 'upl_1' }))).result;
    const text = async () =>
      (await client.waitForJob(await client.submit('pdf-text', { file: 'upl_1' }))).result;
    const byId = async () => (await client.waitForJob('job_1')).result;
    const read = async () => (await client.waitForJob(await client.getJob('job_1'))).result;
    expectTypeOf(office).returns.resolves.toEqualTypeOf<FileResponse>();
    expectTypeOf(split).returns.resolves.toEqualTypeOf<FileResponse[]>();
    expectTypeOf(text).returns.resolves.toEqualTypeOf<FileResponse>();
    expectTypeOf(byId).returns.resolves.toEqualTypeOf<Files>();
    expectTypeOf(read).returns.resolves.toEqualTypeOf<Files>();
    const within = () => client.convertWithin(5, 'convert-docx', { file: 'upl_1' });
    expectTypeOf(within).returns.resolves.toEqualTypeOf<Job<FileResponse> | FileResponse>();
    const thumbnail = () => client.thumbnail({ file: 'upl_1' });
    expectTypeOf(thumbnail).returns.resolves.toEqualTypeOf<Job<FileResponse> | FileResponse>();
  });

  it('without a result throw the reason', async () => {
    const service = new FakeService(({ url }) =>
      url.endsWith('/result') ? problemResponse('job-not-finished') : jsonResponse(queued),
    );
    await expect(clientOf(service).jobResult(queued.id)).rejects.toMatchObject({ code: 'job-not-finished' });
  });
});

describe('downloads', () => {
  it('get a new URL when the URL has expired, and send no key to storage', async () => {
    const fresh = { ...file, url: 'https://storage.example.com/fresh' };
    const service = new FakeService(({ url }) => {
      if (url === fresh.url) return new Response('%PDF');
      return url === file.url
        ? new Response('<Code>AccessDenied</Code>', { status: 403 })
        : jsonResponse(fresh);
    });
    const response = await clientOf(service).download(file);
    expect(await response.text()).toBe('%PDF');
    expect(service.requests.map(({ url, headers }) => [url, headers.has('authorization')])).toEqual([
      [file.url, false],
      [`https://api.example.com/prod/api/files/${file.id}`, true],
      [fresh.url, false],
    ]);
  });

  it('fail for deleted results', async () => {
    const service = new FakeService(({ url }) =>
      url === file.url ? new Response('<Code>AccessDenied</Code>', { status: 403 }) : problemResponse('gone'),
    );
    await expect(clientOf(service).download(file)).rejects.toMatchObject({ code: 'gone' });
  });
});
