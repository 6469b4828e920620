import assert from 'node:assert/strict';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { planCaps } from '#lib/auth/plan-caps.ts';
import { type Check, NotAvailable } from '../check.ts';
import { fixture, jsonOf } from '../responses.ts';
import type { Target } from '../target.ts';
import { unlessWithoutEngine } from './engine.ts';
import { freeKeyOf } from './limits.ts';

/** Seconds for which a slow page occupies a worker. */
const slow = 5;

/** Seconds for which a stack holds calls by default. */
const held = 10;

const submitSlowPage = (target: Target, key: string, seconds = slow): Promise<JobResponse> =>
  unlessWithoutEngine(
    target
      .client(key)
      .submit('html-file', { file: fixture('page.html'), format: 'pdf', waitDelay: seconds * 1000 }),
  );

const megabyte = 1024 * 1024;
const announced = 100 * megabyte;

export const fairnessChecks: readonly Check[] = [
  {
    title: 'The open uploads of a Free key are limited by their announced size',
    contract: false,
    async run(target) {
      const key = freeKeyOf(target);
      const limit = planCaps.openUploadMegabytes.defaults.free;
      const ids: string[] = [];
      try {
        while (ids.length * announced <= limit * megabyte) {
          const response = await target.call('/api/uploads', {
            key,
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ fileName: 'a.pdf', contentType: 'application/pdf', size: announced }),
          });
          const { id, code } = (await response.json()) as { id?: string; code?: string };
          if (code === 'file-too-large') throw new NotAvailable('The stack accepts only smaller uploads.');
          if (code !== undefined) {
            assert.equal(code, 'too-many-uploads');
            return `429 \`too-many-uploads\` after ${ids.length} × 100 MiB`;
          }
          if (id !== undefined) ids.push(id);
        }
        throw new NotAvailable(`The cap of this stack exceeds the default, ${limit} MiB.`);
      } finally {
        for (const id of ids) await target.client(key).deleteUpload(id);
      }
    },
  },
  {
    title: 'Another key does not wait for all jobs of a busy one',
    contract: true,
    needs: ['jobs', 'rendering'],
    async run(target) {
      const freeKey = freeKeyOf(target);
      const { key } = target.options;
      const busy = await Promise.all([1, 2, 3, 4, 5, 6].map(() => submitSlowPage(target, key)));
      try {
        const { id } = await submitSlowPage(target, freeKey);
        const job = await target.client(freeKey).waitForJob(id, { signal: target.signal });
        const waited = (Date.parse(job.startedAt ?? '') - Date.parse(job.createdAt)) / 1000;
        assert.ok(waited < 2 * slow + 3, `The job waited ${waited} s while jobs of ${slow} s ran.`);
        return `it waits ${waited.toFixed(1)} s behind ${busy.length} jobs of ${slow} s each`;
      } finally {
        for (const { id } of busy) await target.client(key).deleteJob(id);
      }
    },
  },
  {
    title: 'The calls of a Free key that wait for a job are limited',
    contract: false,
    needs: ['jobs', 'rendering'],
    async run(target) {
      const key = freeKeyOf(target);
      const cap = planCaps.heldCalls.defaults.free;
      const { id } = await submitSlowPage(target, key, slow + 2);
      /** Reads the job with more calls than may be held. */
      const read = (query: string): Promise<JobResponse[]> =>
        Promise.all(
          Array.from({ length: cap + 3 }, async () =>
            jsonOf<JobResponse>(await target.call(`/api/jobs/${id}${query}`, { key })),
          ),
        );
      // So that no call takes as long as the job because of a cold start.
      await read('');
      const jobs = await read(`?wait=${held}`);
      await target.client(key).deleteJob(id);
      // Calls that are not held return the job before its end.
      const count = jobs.filter(({ status }) => status === 'completed').length;
      if (count === 0) throw new NotAvailable('The stack holds no calls for this long.');
      assert.ok(count <= cap, `${count} of ${jobs.length} calls wait until the end of the job.`);
      return `${count} of ${jobs.length} calls wait until the end of the job`;
    },
  },
];
