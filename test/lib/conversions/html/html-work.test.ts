import { expect, it } from 'vitest';
import { fromBuffer } from '#lib/base/random-access.ts';
import { renderOptions } from '#lib/conversions/html/options.ts';
import { htmlFileWork } from '#lib/conversions/html/html-work.ts';
import type { ReadyJob } from '#lib/jobs/job.ts';
import { newJob } from '../../../support/jobs.ts';

const page = Buffer.from('<!doctype html><p>A page');
const input = { field: 'file', key: 'inputs/a', eTag: '"1"', fileName: 'a.html', size: page.length };

/** The seconds that the renderer has for a job with ten minutes. */
async function secondsFor(job: Partial<ReadyJob>): Promise<number> {
  const began = Date.now();
  let seconds = 0;
  const stores = {
    files: { writeRequest: () => Promise.resolve({}) },
    inputs: {
      lookInto: (_: unknown, look: (access: unknown) => unknown) => look(fromBuffer(page)),
      store: () => Promise.resolve(input),
      readRequest: () => Promise.resolve({ url: 'https://bucket.example/a', headers: {} }),
      delete: () => Promise.resolve(),
    },
    renderer: {
      render: ({ deadline }: { deadline: number }) => {
        seconds = (deadline - began) / 1000;
        return Promise.reject(new Error('Not rendered'));
      },
    },
  };
  const options = renderOptions({ format: 'pdf' } as Parameters<typeof renderOptions>[0]);
  const work = htmlFileWork(stores as unknown as Parameters<typeof htmlFileWork>[0]);
  const ready = { ...newJob({ type: 'html-file', options }), inputs: [input], ...job };
  await expect(work(ready, began + 600_000, new AbortController().signal)).rejects.toThrow('Not rendered');
  return seconds;
}

it('gives a page that is a job most of its ten minutes', async () => {
  expect(await secondsFor({})).toBeCloseTo(600, -1);
});

it('gives a page that is one of the files of a job two minutes', async () => {
  expect(await secondsFor({ parent: { id: 'job_other', index: 0, field: 'files' } })).toBeCloseTo(120, -1);
});
