import { expect, it } from 'vitest';
import { convertFiles } from '#lib/conversions/to-pdf/convert-files.ts';
import { toPdfOptionsOf } from '#lib/conversions/to-pdf/options.ts';
import { contract } from '#lib/api/contracts/to-pdf.ts';
import { partId, type ReadyJob } from '#lib/jobs/job.ts';
import { newJob } from '../../../support/jobs.ts';
import { MemoryJobQueue, MemoryJobStore, onlyQueue } from '../../../support/memory-jobs.ts';

const options = toPdfOptionsOf(contract.body.fields.parse({}));

it.each([
  ['file', 'file: has 2 million lines.'],
  ['files[1]', 'files[1]: has 2 million lines.'],
  ['file', 'has 2 million lines.'],
])('names the file whose part failed, and not its field %s in the part', async (field, detail) => {
  const jobs = new MemoryJobStore();
  const job = newJob({ type: 'to-pdf', queue: 'pdf', parts: { indices: [1], attempt: 1 } });
  const parent = { id: job.id, index: 1, field: 'files[1]' };
  const input = { field, key: 'inputs/a', eTag: '"1"', fileName: 'a.eml', size: 1 };
  const error = { code: 'file-too-large', detail } as const;
  await jobs.create(newJob({ id: partId(job.id, 1), parent, inputs: [input], status: 'failed', error }));
  const rejects = (): Promise<never> => Promise.reject(new Error('No file is touched'));
  const stores = {
    jobs,
    queues: onlyQueue(new MemoryJobQueue()),
    inputs: { store: rejects, lookInto: rejects },
    files: { discard: rejects },
  };
  await expect(convertFiles(job as ReadyJob, 'files', options, stores)).rejects.toMatchObject({
    code: 'file-too-large',
    message: 'files[1]: has 2 million lines.',
  });
});
