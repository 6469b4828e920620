import { afterAll, describe, expect, it } from 'vitest';
import { DynamoJobStore } from '#lib/storage/dynamodb/job-store.ts';
import type { JobStore } from '#lib/jobs/job-store.ts';
import { DynamoDeliveryStore } from '#lib/storage/dynamodb/delivery-store.ts';
import { newJob } from '../../../support/jobs.ts';
import { startJobsTable } from '../../../support/jobs-table.ts';
import { loseResponse } from '../../../support/lost-responses.ts';
import { MemoryJobStore } from '../../../support/memory-jobs.ts';
import { newWebhook } from '#lib/jobs/notification.ts';
import type { DeliveryStore } from '#lib/webhooks/delivery-store.ts';

const { documents, table, stop } = await startJobsTable();
afterAll(stop);

const inMemory = (): [JobStore, DeliveryStore] => {
  const store = new MemoryJobStore();
  return [store, store];
};
const inDynamo = (): [JobStore, DeliveryStore] => [
  new DynamoJobStore(documents, table),
  new DynamoDeliveryStore(documents, table),
];

describe.each([
  ['in memory', inMemory],
  ['in DynamoDB', inDynamo],
])('a delivery store %s', (_, open) => {
  const webhook = newWebhook('https://example.com/', 'https://api.example.com');

  async function setUp() {
    const [jobs, deliveries] = open();
    const job = newJob({ webhook });
    await jobs.create(job);
    return { deliveries, id: job.id, read: async () => (await jobs.find(job.id))?.webhook };
  }

  it('lets one of many callers begin each attempt', async () => {
    const { deliveries, id, read } = await setUp();
    const begun = await Promise.all(
      Array.from({ length: 10 }, () => deliveries.begin(id, webhook, 2_000_000)),
    );
    expect(begun.filter(Boolean)).toHaveLength(1);
    expect(await read()).toEqual({ ...webhook, attempts: 1, nextAt: 2_000_000 });
  });

  it('counts attempts, and stores the last response status', async () => {
    const { deliveries, id, read } = await setUp();
    await deliveries.begin(id, webhook, 1);
    await deliveries.failed({ jobId: id, attempt: 1 }, 503, 5000);
    expect(await read()).toMatchObject({ attempts: 1, lastStatus: 503, nextAt: 5000 });
    expect(await deliveries.begin(id, { ...webhook, attempts: 1 }, 9000)).toBe(true);
    await deliveries.failed({ jobId: id, attempt: 2 }, null, 10_000);
    expect(await read()).toMatchObject({ attempts: 2, lastStatus: null, nextAt: 10_000 });
  });

  it('ignores an attempt that was overtaken', async () => {
    const { deliveries, id, read } = await setUp();
    await deliveries.begin(id, webhook, 1);
    await deliveries.begin(id, { ...webhook, attempts: 1 }, 2);
    await deliveries.failed({ jobId: id, attempt: 1 }, 500, 99);
    expect(await read()).toMatchObject({ attempts: 2, lastStatus: null, nextAt: 2 });
  });

  it('stores the first delivery, after which no attempt begins or fails', async () => {
    const { deliveries, id, read } = await setUp();
    await deliveries.begin(id, webhook, 1);
    await deliveries.delivered(id, 204, new Date(1000));
    await deliveries.delivered(id, 200, new Date(2000));
    expect(await deliveries.begin(id, { ...webhook, attempts: 1 }, 9000)).toBe(false);
    await deliveries.failed({ jobId: id, attempt: 1 }, 500, 99);
    expect(await read()).toMatchObject({
      attempts: 1,
      lastStatus: 200,
      deliveredAt: new Date(1000).toISOString(),
    });
  });

  it('finds nothing for jobs that do not exist', async () => {
    const { deliveries } = await setUp();
    expect(await deliveries.begin('job_none', webhook, 1)).toBe(false);
    await deliveries.delivered('job_none', 200, new Date(1));
    await deliveries.failed({ jobId: 'job_none', attempt: 1 }, 500, 1);
  });
});

it('an attempt whose first call lost its response has begun, and no other sender can claim it', async () => {
  const webhook = newWebhook('https://example.com/', 'https://api.example.com');
  const [jobs, deliveries] = inDynamo();
  const job = newJob({ webhook });
  await jobs.create(job);
  const lost = loseResponse(documents, 'UpdateItem');
  try {
    expect(await deliveries.begin(job.id, webhook, 2_000_000)).toBe(true);
  } finally {
    documents.middlewareStack.remove('loseResponse');
  }
  expect(lost()).toBe(1);
  expect(await deliveries.begin(job.id, webhook, 3_000_000)).toBe(false);
  expect((await jobs.find(job.id))?.webhook).toEqual({ ...webhook, attempts: 1, nextAt: 2_000_000 });
});
