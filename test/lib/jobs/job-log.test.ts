import { expect, it } from 'vitest';
import { InputFault } from '#lib/base/input-fault.ts';
import { DocumentFault } from '#lib/jobs/document-fault.ts';
import { closeEnded } from '#lib/jobs/job-ending.ts';
import { type JobWork, runJob } from '#lib/jobs/run-job.ts';
import { submitJob } from '#lib/jobs/submit-job.ts';
import { sweepJobs } from '#lib/jobs/sweep-jobs.ts';
import { parseTraceparent } from '#lib/base/observability/trace-context.ts';
import { inSpan } from '#lib/base/observability/span.ts';
import { deliverWebhook } from '#lib/webhooks/deliver-webhook.ts';
import { newResult } from '../../support/jobs.ts';
import { collectLog } from '../../support/log-lines.ts';
import { MemoryActivity } from '../../support/memory-activity.ts';
import { MemoryJobQueue, MemoryJobStore, onlyQueue } from '../../support/memory-jobs.ts';

const trace = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', sampled: true };
const inputs = { store: () => Promise.resolve({ key: 'inputs/key_me/a', eTag: '"1"' }) };

/** A job that a request created, with what its worker does and logs. */
async function submitted() {
  const jobs = new MemoryJobStore();
  const job = await inSpan({ requestId: 'request', trace }, () =>
    submitJob(
      {
        principal: { keyId: 'key_me', plan: 'free' },
        type: 'xlsx-to-pdf',
        inputs: [
          { field: 'file', fileName: 'a.xlsx', size: 1, source: { kind: 'inline', bytes: Buffer.from('a') } },
        ],
        fileName: 'a.pdf',
        options: {},
        webhook: { url: 'https://example.com/', baseUrl: 'https://api.example.com' },
      },
      {
        activity: new MemoryActivity(),
        inputs,
        jobs,
        openJobsCap: { free: 1, pro: 1, business: 1 },
        queue: new MemoryJobQueue(),
        queueName: 'office',
      },
    ),
  );
  const { log, lines } = collectLog('Stack');
  const run = (work: JobWork) =>
    inSpan({}, () =>
      runJob(job.id, {
        jobs,
        work,
        discard: () => Promise.resolve(),
        announce: () => Promise.resolve(),
        millisecondsLeft: 100_000,
        now: () => Date.parse(job.createdAt) + 700,
        ended: (ending) => closeEnded(ending, log),
      }),
    );
  const ids = { requestId: 'request', keyId: 'key_me', jobId: job.id, traceId: trace.traceId };
  return { jobs, job, run, log, lines, ids };
}

it('a job is logged and counted with the ids of the request that created it', async () => {
  const { run, lines, ids } = await submitted();
  await run((claimed) => Promise.resolve(newResult(claimed)));
  expect(lines()).toEqual([
    expect.objectContaining({
      ...ids,
      message: 'job',
      status: 'completed',
      conversion: 'xlsx-to-pdf',
      result: 'completed',
      queueMilliseconds: 700,
    }),
  ]);
  expect(lines()[0]).not.toHaveProperty('failedJobs');
});

it.each([
  ['the document', new InputFault('damaged-document', 'has no pages'), 'rejected', undefined],
  ['the document', new DocumentFault('conversion-timeout', 'It takes too long.'), 'rejected', undefined],
  ['the service', new Error('LibreOffice crashed'), 'failed', 1],
])('a job that %s is at fault for is counted as such, once', async (_, error, result, failedJobs) => {
  const { jobs, job, run, lines } = await submitted();
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await run(() => Promise.reject(error));
    await jobs.release({ jobId: job.id, attempt }, 0);
  }
  expect(lines()).toHaveLength(1);
  expect(lines()[0]?.['result']).toBe(result);
  expect(lines()[0]?.['failedJobs']).toBe(failedJobs);
});

it('a job that the sweep gives up is counted as failed', async () => {
  const { jobs, job, log, lines, ids } = await submitted();
  const targets = { queues: onlyQueue(new MemoryJobQueue()), announce: () => Promise.resolve() };
  const later = Date.parse(job.createdAt) + 25 * 3600_000;
  await sweepJobs(jobs, targets, later, { ended: (ending) => closeEnded(ending, log) });
  expect(lines()).toEqual([
    expect.objectContaining({ ...ids, code: 'internal-error', result: 'failed', failedJobs: 1 }),
  ]);
});

it('a webhook carries the trace of the request that created its job', async () => {
  const { jobs, job, run } = await submitted();
  await run((claimed) => Promise.resolve(newResult(claimed)));
  const posted: Record<string, string>[] = [];
  await deliverWebhook(job.id, {
    jobs,
    deliveries: jobs,
    secrets: { find: () => Promise.resolve('whsec_c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0') },
    files: { present: ({ id }) => Promise.resolve({ id } as never) },
    post: (_url, headers) => {
      posted.push(headers);
      return Promise.resolve(204);
    },
    pauses: [1],
    millisecondsLeft: 30_000,
  });
  const [headers] = posted;
  expect(parseTraceparent(headers?.['traceparent'])).toEqual(trace);
  // The standard requires a new parent id for each hop.
  expect(headers?.['traceparent']).not.toBe((await jobs.find(job.id))?.origin?.traceparent);
});
