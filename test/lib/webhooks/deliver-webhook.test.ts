import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { EgressFailed, EgressDenied } from '#lib/engines/egress/errors.ts';
import type { FileResponse } from '#lib/api/responses/file-response.ts';
import type { StoredFile } from '#lib/files/file-record.ts';
import type { Job } from '#lib/jobs/job.ts';
import { type AttemptReport, deliverWebhook } from '#lib/webhooks/deliver-webhook.ts';
import { defaultPauses } from '#lib/webhooks/pauses.ts';
import { newJob, newResult } from '../../support/jobs.ts';
import { MemoryJobStore } from '../../support/memory-jobs.ts';
import type { WebhookEvent } from '#lib/api/responses/webhook-event.ts';
import { newWebhook } from '#lib/jobs/notification.ts';
import { resultFile } from '../../support/result-file.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const url = 'https://example.com/hook';

interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The receiver's response to a post: a status, or the error without one. */
type Reply = number | Error;

async function setUp({ responses = [] as Reply[], end = 'completed', secrets = { key_me: secret } } = {}) {
  const jobs = new MemoryJobStore();
  const job = newJob({ webhook: newWebhook(url, 'https://api.example.com/prod') });
  await jobs.create(job);
  const at = new Date();
  if (end !== 'queued') await jobs.claim(job.id, at.getTime(), at.getTime() + 1000);
  const attempt = { jobId: job.id, attempt: 1 };
  if (end === 'completed') await jobs.complete(attempt, newResult(job), at);
  if (end === 'failed') {
    await jobs.fail(attempt, { code: 'wrong-password', detail: 'The password is wrong.' }, at);
  }
  if (end === 'canceled') await jobs.cancel(job.id, at);
  let now = Date.now();
  const posts: Post[] = [];
  const reports: AttemptReport[] = [];
  let unsigned = 0;
  let signed = 0;
  const options = {
    jobs,
    deliveries: jobs,
    secrets: { find: (keyId: string) => Promise.resolve((secrets as Record<string, string>)[keyId]) },
    files: {
      present: ({ id }: StoredFile) =>
        Promise.resolve({ id, url: `https://storage/${(signed += 1)}` } as FileResponse),
    },
    post: (to: string, headers: Record<string, string>, body: string) => {
      posts.push({ url: to, headers, body });
      const response = responses[posts.length - 1] ?? 204;
      return typeof response === 'number' ? Promise.resolve(response) : Promise.reject(response);
    },
    pauses: defaultPauses,
    millisecondsLeft: 30_000,
    now: () => now,
    report: (report: AttemptReport) => void reports.push(report),
    reportUnsigned: () => void (unsigned += 1),
  };
  return {
    jobs,
    job,
    posts,
    reports,
    unsigned: () => unsigned,
    options,
    deliver: () => deliverWebhook(job.id, options),
    pass: (seconds: number) => (now += seconds * 1000),
    read: async () => (await jobs.find(job.id)) as Job & { webhook: NonNullable<Job['webhook']> },
  };
}

const eventOf = ({ body }: Post): WebhookEvent => JSON.parse(body) as WebhookEvent;

describe('a webhook', () => {
  it.each([
    ['completed', 'job.completed'],
    ['failed', 'job.failed'],
  ])('reports a job that was %s, signed with the secret of its key', async (end, type) => {
    const { job, posts, deliver, read } = await setUp({ end });
    expect(await deliver()).toEqual({ kind: 'done' });
    const [post] = posts;
    expect(posts).toHaveLength(1);
    expect(post?.url).toBe(url);
    const event = new Webhook(secret).verify(post?.body ?? '', post?.headers ?? {}) as WebhookEvent;
    expect(event).toMatchObject({
      type,
      timestamp: (await read()).finishedAt,
      data: {
        id: job.id,
        status: end,
        result: end === 'completed' ? { url: 'https://storage/1' } : null,
        error: end === 'failed' ? { code: 'wrong-password', retryable: false } : null,
        links: { self: `https://api.example.com/prod/api/jobs/${job.id}` },
        webhook: { attempts: 1, lastStatus: null, deliveredAt: null },
      },
    });
    expect(post?.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': job.id.replace('job_', 'msg_'),
    });
    expect((await read()).webhook).toMatchObject({ attempts: 1, lastStatus: 204 });
    expect((await read()).webhook.deliveredAt).toBeDefined();
  });

  it.each(['queued', 'processing', 'canceled'])('does not report a job that is %s', async (end) => {
    const { posts, deliver } = await setUp({ end });
    expect(await deliver()).toEqual({ kind: 'done' });
    expect(posts).toEqual([]);
  });

  it('of a job that is unknown or has no webhook does nothing', async () => {
    const { jobs, posts, options } = await setUp();
    const silent = newJob();
    await jobs.create(silent);
    await jobs.abandon(silent.id, { code: 'internal-error', detail: 'x' }, new Date());
    for (const id of [silent.id, 'job_none']) {
      expect(await deliverWebhook(id, options)).toEqual({ kind: 'done' });
    }
    expect(posts).toEqual([]);
  });

  it('is retried after growing pauses, each time with new signatures of event and result URL, and then fails', async () => {
    const { posts, reports, deliver, pass, read } = await setUp({ responses: Array<Reply>(20).fill(500) });
    for (const [index, pause] of defaultPauses.entries()) {
      expect(await deliver()).toEqual({ kind: 'again', seconds: pause });
      expect(posts).toHaveLength(index + 1);
      pass(pause - 1);
      expect(await deliver()).toEqual({ kind: 'again', seconds: 1 });
      expect(posts).toHaveLength(index + 1);
      pass(1);
    }
    expect(await deliver()).toEqual({ kind: 'done' });
    expect(posts).toHaveLength(8);
    pass(100_000);
    expect(await deliver()).toEqual({ kind: 'done' });
    expect(posts).toHaveLength(8);
    const distinct = (values: unknown[]) => new Set(values).size;
    expect(distinct(posts.map(({ headers }) => headers['webhook-id']))).toBe(1);
    expect(distinct(posts.map(({ headers }) => headers['webhook-timestamp']))).toBe(8);
    expect(distinct(posts.map(({ headers }) => headers['webhook-signature']))).toBe(8);
    expect(posts.map((post) => resultFile(eventOf(post).data).url)).toEqual(
      posts.map((_, index) => `https://storage/${index + 1}`),
    );
    expect(posts.map((post) => eventOf(post).data.webhook?.attempts)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(reports).toEqual(posts.map((_, index) => ({ attempt: index + 1, status: 500 })));
    expect((await read()).webhook).toMatchObject({ attempts: 8, lastStatus: 500 });
    expect((await read()).webhook.deliveredAt).toBeUndefined();
  });

  it.each([302, 308, 400, 404, 429, 503])('is retried after the response %s', async (status) => {
    const { deliver, pass, read } = await setUp({ responses: [status] });
    expect(await deliver()).toEqual({ kind: 'again', seconds: 5 });
    expect((await read()).webhook).toMatchObject({ attempts: 1, lastStatus: status });
    pass(5);
    expect(await deliver()).toEqual({ kind: 'done' });
    expect((await read()).webhook).toMatchObject({ attempts: 2, lastStatus: 204 });
  });

  it.each([
    new EgressFailed('example.com', 'timeout'),
    new EgressFailed('example.com', 'unreachable'),
    new EgressDenied('example.com', 'address'),
  ])('without a response is retried: %s', async (error) => {
    const { deliver, pass, reports, read } = await setUp({ responses: [500, error] });
    await deliver();
    pass(5);
    expect(await deliver()).toEqual({ kind: 'again', seconds: 300 });
    expect((await read()).webhook).toMatchObject({ attempts: 2, lastStatus: null });
    expect(reports.at(-1)).toEqual({ attempt: 2, status: null, reason: error.reason });
    expect(JSON.stringify(reports)).not.toContain('hook');
  });

  it('is never retried after the response 410', async () => {
    const { posts, deliver, pass, read } = await setUp({ responses: [410] });
    expect(await deliver()).toEqual({ kind: 'done' });
    pass(100_000);
    expect(await deliver()).toEqual({ kind: 'done' });
    expect(posts).toHaveLength(1);
    expect((await read()).webhook).toMatchObject({ attempts: 1, lastStatus: 410 });
    expect((await read()).webhook.deliveredAt).toBeUndefined();
  });

  it('of a key without a secret is not sent', async () => {
    const { posts, deliver, unsigned, read } = await setUp({ secrets: {} as { key_me: string } });
    expect(await deliver()).toEqual({ kind: 'done' });
    expect(posts).toEqual([]);
    expect(unsigned()).toBe(1);
    expect((await read()).webhook.attempts).toBe(0);
  });

  it('of a deleted job contains no result', async () => {
    const { jobs, job, posts, deliver } = await setUp();
    await jobs.markDeleted(job.id, new Date());
    await deliver();
    expect(posts.map((post) => eventOf(post).data.result)).toEqual([null]);
  });

  it('with many concurrent messages is sent once', async () => {
    const { posts, deliver } = await setUp();
    const deliveries = await Promise.all([deliver(), deliver(), deliver()]);
    expect(posts).toHaveLength(1);
    expect(deliveries.filter(({ kind }) => kind === 'done')).toHaveLength(1);
    expect(await deliver()).toEqual({ kind: 'done' });
  });

  it('waits for the lease of an attempt that died before it starts the next', async () => {
    const { posts, deliver, pass, read } = await setUp({ responses: [new Error('killed')] });
    await expect(deliver()).rejects.toThrow('killed');
    expect(await deliver()).toEqual({ kind: 'again', seconds: 30 });
    pass(30);
    expect(await deliver()).toEqual({ kind: 'done' });
    expect(posts).toHaveLength(2);
    expect((await read()).webhook).toMatchObject({ attempts: 2, lastStatus: 204 });
  });
});
