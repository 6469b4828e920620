import { describe, expect, it } from 'vitest';
import { respondWhenEnded } from '#lib/conversions/jobs/respond-when-ended.ts';
import type { StoredFile } from '#lib/files/file-record.ts';
import type { FileStore } from '#lib/files/file-store.ts';
import type { Job } from '#lib/jobs/job.ts';
import { newJob, newResult } from '../../../support/jobs.ts';
import { MemoryActivity } from '../../../support/memory-activity.ts';

const files = {
  present: (file: StoredFile) => Promise.resolve({ id: file.id }),
  read: () => Promise.resolve(Buffer.from('%PDF')),
  url: () => Promise.resolve('https://storage.example/file_1'),
} as unknown as FileStore;

const queued = newJob({ status: 'queued', owner: 'key_me' });
const result = newResult(queued);
const completed: Job = { ...queued, status: 'completed', finishedAt: new Date().toISOString(), result };
const failed: Job = {
  ...queued,
  status: 'failed',
  finishedAt: new Date().toISOString(),
  error: { code: 'damaged-document', detail: 'The document is damaged.' },
};

interface Call {
  prefer?: Record<string, string>;
  accept?: string;
  inlineBytes?: number;
  /** Seconds until the deadline. */
  left?: number;
  /** Held calls that the plan allows. */
  cap?: number;
  /** Whether the table does not respond to the confirmation. */
  hangs?: boolean;
  /** Set for a job that is in its message, and in the table when a worker has claimed it. */
  carried?: true;
}

async function respond(
  state: Job,
  { prefer = {}, accept = '*/*', inlineBytes = 100, left = 28, cap = 5, hangs = false, carried }: Call,
) {
  let reads = 0;
  let confirmed = 0;
  const confirm = () => {
    confirmed += 1;
    return hangs ? new Promise<void>(() => undefined) : Promise.resolve();
  };
  const { body, ...response } = await respondWhenEnded(
    { job: carried ? { ...queued, carried } : queued, confirm },
    {
      principal: { keyId: 'key_me', plan: 'free' },
      baseUrl: 'https://api.example',
      preferences: new Map(Object.entries(prefer)),
      fields: {},
      accept,
      inlineBytes,
      deadline: Date.now() + left * 1000,
    },
    {
      files,
      held: { activity: new MemoryActivity(), cap: { free: cap, pro: cap, business: cap } },
      jobs: { find: () => Promise.resolve((reads += 1) > 2 ? state : carried ? undefined : queued) },
    },
  );
  return { ...response, body, confirmed, applied: response.headers?.['preference-applied'] };
}

describe('a submission without Prefer: wait', () => {
  it.each([
    [{}, undefined],
    [{ 'respond-async': '' }, 'respond-async'],
    [{ wait: 'long' }, undefined],
  ])('and with %j responds with the job at once', async (prefer, applied) => {
    const response = await respond(completed, { prefer });
    expect(response).toMatchObject({
      status: 202,
      applied,
      confirmed: 1,
      body: { json: { status: 'queued' } },
    });
    expect(response.source).toEqual({ job: queued.id, applied });
  });
});

describe('a carried job', () => {
  const prefer = { wait: '1' };

  it('is not stored when its result is the response', async () => {
    expect(await respond(completed, { prefer, carried: true })).toMatchObject({ status: 200, confirmed: 0 });
    expect(await respond(failed, { prefer, carried: true })).toMatchObject({ status: 202, confirmed: 0 });
  });

  it('is stored before its client learns its id', async () => {
    const processing: Job = { ...queued, status: 'processing', carried: true };
    expect(await respond(processing, { prefer, carried: true })).toMatchObject({ status: 202, confirmed: 1 });
    expect(await respond(completed, { prefer, cap: 0, carried: true })).toMatchObject({
      status: 202,
      confirmed: 1,
    });
  });

  it('is stored when no worker has claimed it after a quarter of a second', async () => {
    const unclaimed: Job = { ...queued, carried: true };
    // Once then, and again for the response, because it is still not in the table.
    expect(await respond(unclaimed, { prefer, carried: true })).toMatchObject({ status: 202, confirmed: 2 });
  });
});

describe('a submission with Prefer: wait', () => {
  const prefer = { wait: '20' };

  it('responds with the description of the result', async () => {
    const response = await respond(completed, { prefer });
    expect(response).toMatchObject({ status: 200, applied: 'wait=20', body: { json: { id: result.id } } });
  });

  it('confirms the job unless a worker has claimed it', async () => {
    const processing: Job = { ...queued, status: 'processing' };
    expect(await respond(completed, { prefer })).toMatchObject({ status: 200, confirmed: 0 });
    expect(await respond(processing, { prefer: { wait: '1' } })).toMatchObject({ status: 202, confirmed: 0 });
    expect(await respond(queued, { prefer: { wait: '1' } })).toMatchObject({ status: 202, confirmed: 1 });
    expect(await respond(completed, { prefer, cap: 0 })).toMatchObject({ status: 202, confirmed: 1 });
  });

  it('responds with the bytes if the client accepts them', async () => {
    const response = await respond(completed, { prefer, accept: 'application/pdf' });
    expect(response).toMatchObject({
      status: 200,
      applied: 'wait=20',
      body: { contentType: 'application/pdf', bytes: Buffer.from('%PDF') },
      source: { as: 'bytes', files: [result.id] },
    });
  });

  it('redirects to bytes that are too many for a response', async () => {
    const response = await respond(completed, { prefer, accept: 'application/pdf', inlineBytes: 3 });
    expect(response).toMatchObject({ status: 303, headers: { location: 'https://storage.example/file_1' } });
  });

  it('responds with a job that failed', async () => {
    const response = await respond(failed, { prefer });
    expect(response).toMatchObject({
      status: 202,
      applied: 'wait=20',
      body: { json: { status: 'failed', error: { code: 'damaged-document' } } },
    });
  });

  it('responds with the job if it does not end in time', async () => {
    expect(await respond(queued, { prefer: { wait: '0' } })).toMatchObject({
      status: 202,
      applied: 'wait=0',
    });
  });

  it('responds even if the table does not', async () => {
    expect(await respond(queued, { prefer: { wait: '1' }, hangs: true })).toMatchObject({ status: 202 });
  });

  it('waits until 3 seconds before the deadline', async () => {
    expect(await respond(completed, { prefer: { wait: '100' }, left: 28 })).toMatchObject({
      applied: 'wait=25',
    });
    expect(await respond(queued, { prefer: { wait: '100' }, left: 2 })).toMatchObject({
      status: 202,
      applied: 'wait=0',
    });
  });

  it('responds with the job at once beyond the limit of held calls', async () => {
    expect(await respond(completed, { prefer, cap: 0 })).toMatchObject({
      status: 202,
      body: { json: { status: 'queued' } },
    });
  });
});
