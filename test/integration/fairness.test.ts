import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import type { Problem } from '#lib/api/problem.ts';
import { form } from '../support/client.ts';
import { type LocalRun, startLocalRun } from '../support/local-run.ts';
import { makePdf } from '../support/pdf.ts';

const stateDirectory = mkdtempSync(join(tmpdir(), 'fairness-'));
const letter = readFileSync(join(import.meta.dirname, '../fixtures/letter.docx'));
let run: LocalRun;

/** Caps small enough to reach. */
const parameters = {
  ProRunningConversions: 2,
  ProOpenJobs: 2,
  ProHeldCalls: 1,
  FreeMonthlyDocuments: 3,
};

beforeAll(async () => {
  const options = Object.entries(parameters).flatMap(([name, value]) => ['--parameter', `${name}=${value}`]);
  run = await startLocalRun(stateDirectory, ...options);
}, 120_000);
afterAll(async () => {
  await run.stop();
  rmSync(stateDirectory, { recursive: true, force: true });
});

const call = (
  path: string,
  body?: FormData,
  key = run.stack.keys.pro,
  headers: Record<string, string> = {},
) =>
  fetch(`${run.stack.baseUrl}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(body ? { body } : {}),
  });

const problemOf = async (response: Response): Promise<Problem & { wait: string | null }> => ({
  ...((await response.json()) as Problem),
  wait: response.headers.get('retry-after'),
});

const slowPage = () =>
  form(['file', Buffer.from('<p>slow'), 'page.html'], ['format', 'pdf'], ['waitDelay', '4000']);

describe('one key', () => {
  it('has a limited number of synchronous conversions running, and others are served', async () => {
    const responses = await Promise.all([1, 2, 3, 4].map(() => call('/api/html/file', slowPage())));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    const rejected = responses.find(({ status }) => status === 429);
    if (!rejected) return expect.unreachable('nothing was rejected');
    const { code, detail, wait, retryable } = await problemOf(rejected);
    expect({ code, wait, retryable }).toEqual({ code: 'too-many-requests', wait: '1', retryable: true });
    expect(detail).toContain('pro plan allows 2 concurrent synchronous conversions');
    // Rejected calls are given back to the minute.
    const page = await makePdf('Page', 1);
    const merged = await call('/api/pdf/merge', form(['files', page], ['files', page]));
    expect(merged.status).toBe(200);
    const before = Math.min(
      ...responses
        .filter(({ status }) => status === 200)
        .map(({ headers }) => Number(headers.get('x-ratelimit-remaining'))),
    );
    expect(Number(merged.headers.get('x-ratelimit-remaining'))).toBeGreaterThanOrEqual(before - 3);
    expect((await call('/api/html/file', slowPage(), run.stack.keys.business)).status).toBe(200);
  }, 60_000);

  it('has a limited number of open jobs, until one ends or is canceled', async () => {
    const submit = () => call('/api/convert/docx-to-pdf', form(['file', letter, 'letter.docx']));
    const responses = await Promise.all([1, 2, 3, 4, 5, 6].map(submit));
    const accepted = responses.filter(({ status }) => status === 202);
    expect(accepted.length).toBeGreaterThanOrEqual(2);
    const rejected = responses.find(({ status }) => status === 429);
    if (!rejected) return expect.unreachable('nothing was rejected');
    const { code, detail } = await problemOf(rejected);
    expect(code).toBe('too-many-jobs');
    expect(detail).toContain('pro plan allows 2 open jobs');
    const jobs = await Promise.all(accepted.map(async (each) => (await each.json()) as JobResponse));
    for (const { links } of jobs) {
      await fetch(links.self, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${run.stack.keys.pro}` },
      });
    }
    expect((await submit()).status).toBe(202);
  }, 60_000);

  it('can hold a limited number of calls; others return immediately', async () => {
    const submitted = await call('/api/html/file', slowPage(), undefined, { prefer: 'respond-async' });
    const { id } = (await submitted.json()) as JobResponse;
    const waits = await Promise.all([1, 2, 3].map(() => call(`/api/jobs/${id}?wait=20`)));
    const statuses = await Promise.all(
      waits.map(async (each) => ((await each.json()) as JobResponse).status),
    );
    expect(statuses.filter((status) => status === 'completed')).toHaveLength(1);
    expect(statuses.filter((status) => status === 'queued' || status === 'processing')).toHaveLength(2);
  }, 60_000);

  it('can read only its own usage', async () => {
    const page = await makePdf('Page', 1);
    const merge = () =>
      call(
        '/api/pdf/merge',
        form(['files', page], ['files', page], ['files', page]),
        run.stack.keys.business,
      );
    const usageOf = async (key: string) =>
      (
        (await (await call('/api/usage', undefined, key)).json()) as {
          days: { operations: Record<string, Record<string, number>> }[];
        }
      ).days.map(({ operations }) => operations['merge-pdf']);
    const before = (await usageOf(run.stack.keys.business))[0] ?? {
      conversions: 0,
      documents: 0,
      bytesIn: 0,
    };
    expect((await merge()).status).toBe(200);
    await call('/api/pdf/merge', form(['files', page]), run.stack.keys.business);
    const [after] = await usageOf(run.stack.keys.business);
    expect(after).toMatchObject({
      conversions: (before['conversions'] ?? 0) + 1,
      documents: (before['documents'] ?? 0) + 3,
      bytesIn: (before['bytesIn'] ?? 0) + 3 * page.length,
    });
    expect(await usageOf(run.stack.keys.free)).toEqual([]);
    const bad = await problemOf(await call('/api/usage?from=2026-01-01&to=2026-12-31'));
    expect(bad).toMatchObject({ status: 400, code: 'invalid-field', errors: [{ field: 'from' }] });
  });

  it('has a quota of documents if the operator set one', async () => {
    const page = await makePdf('Page', 1);
    const merge = (...more: [string, Buffer][]) =>
      call('/api/pdf/merge', form(['files', page], ['files', page], ...more), run.stack.keys.free);
    expect((await merge()).status).toBe(200);
    expect(await problemOf(await merge())).toMatchObject({ status: 429, code: 'quota-exceeded' });
  });
});
