import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, it } from 'vitest';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { ulid } from 'ulid';
import type { JobListResponse } from '#lib/jobs/list-jobs.ts';
import { call, endedJob, form, jsonOf, newKey } from '../support/client.ts';
import { makeDocx } from '../support/office.ts';
import type { ReceivedHook } from '../support/site.ts';

const siteUrl = inject('siteUrl');
/** Those of a local run, by `cdk/start.ts`. */
const officeWorkers = Math.max(2, availableParallelism());
const docx = makeDocx({ text: 'A page' });
/** Takes several times as long as `docx`: 40 of them outlast any test machine's submission of one more. */
const longDocx = makeDocx({ text: Array.from({ length: 150 }, (_, page) => `Page ${page + 1}`).join('\f') });

interface Submission {
  file?: Buffer;
  webhookUrl?: string;
}

async function submit(key: string, { file = docx, webhookUrl }: Submission = {}): Promise<JobResponse> {
  const fields = webhookUrl === undefined ? [] : [['webhookUrl', webhookUrl] as [string, string]];
  const body = form(['file', file, 'a.docx'], ...fields);
  return jsonOf<JobResponse>(await call('/api/convert/docx-to-pdf', { key, body }), 202);
}

async function submitMany(key: string, count: number, submission: Submission): Promise<void> {
  for (let sent = 0; sent < count; sent += 10) {
    await Promise.all(Array.from({ length: Math.min(10, count - sent) }, () => submit(key, submission)));
  }
}

const jobsOf = async (key: string): Promise<JobResponse[]> =>
  (await jsonOf<JobListResponse>(await call('/api/jobs?limit=100', { key }))).jobs;

const cancelAll = async (key: string): Promise<void> => {
  for (const { id, finishedAt } of await jobsOf(key)) {
    if (!finishedAt) await call(`/api/jobs/${id}`, { key, method: 'DELETE' });
  }
};

const time = (instant: string | null): number => (instant === null ? Infinity : Date.parse(instant));

describe('a key with many jobs', { timeout: 180_000 }, () => {
  it('delays the job of another key by one document of each worker at most', async () => {
    const [noisy, quiet] = [await newKey('business'), await newKey('free')];
    await submitMany(noisy.key, 40, { file: longDocx });
    while (!(await jobsOf(noisy.key)).some(({ startedAt }) => startedAt !== null)) await sleep(100);
    const { id } = await submit(quiet.key);
    const accepted = Date.now();
    const startedAt = time((await endedJob({ id }, quiet.key)).startedAt);
    const others = (await jobsOf(noisy.key)).map((job) => time(job.startedAt));
    await cancelAll(noisy.key);
    // Otherwise nothing was in its way.
    expect(others.filter((begun) => begun > startedAt).length).toBeGreaterThan(5);
    // Each worker may have chosen its next document before the job was accepted.
    const ahead = others.filter((begun) => begun > accepted && begun < startedAt);
    expect(ahead.length).toBeLessThanOrEqual(officeWorkers);
  });
});

describe('a key with receivers that hang', { timeout: 240_000 }, () => {
  it('does not hold the webhooks of another key', async () => {
    const [noisy, quiet] = [await newKey('business'), await newKey('business')];
    // Enough for both senders to wait for it all the time, with the attempts that follow.
    await submitMany(noisy.key, 24, { webhookUrl: `${siteUrl}/never` });
    while ((await jobsOf(noisy.key)).some(({ finishedAt }) => finishedAt === null)) await sleep(500);
    // By then each sender has waited for it once.
    await sleep(20_000);
    for (let count = 0; count < 4; count += 1) {
      const name = ulid();
      const { id } = await submit(quiet.key, { webhookUrl: `${siteUrl}/hook/${name}` });
      const finishedAt = time((await endedJob({ id }, quiet.key)).finishedAt);
      let received: ReceivedHook[] = [];
      while (received.length === 0) {
        await sleep(100);
        received = (await (await fetch(`${siteUrl}/hooks/${name}`)).json()) as ReceivedHook[];
      }
      // Receivers that hang take 15 seconds.
      expect((received[0]?.at ?? Infinity) - finishedAt).toBeLessThan(8000);
    }
  });
});
