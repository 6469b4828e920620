import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { ulid } from 'ulid';
import { afterEach, describe, expect, inject, it } from 'vitest';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import { call, download, form, jsonOf, newKey, problem, stack } from '../support/client.ts';
import { closeAll, startTcp } from '../support/egress.ts';
import { makeDocx, makeXlsx } from '../support/office.ts';
import { pageTexts } from '../support/pdf.ts';
import { leftOut } from '../support/requirements.ts';
import type { ReceivedHook } from '../support/site.ts';
import type { WebhookEvent } from '#lib/api/responses/webhook-event.ts';
import { resultFile } from '../support/result-file.ts';

afterEach(closeAll);

const siteUrl = inject('siteUrl');
const docx = makeDocx({ text: 'Reported' });
const damaged = docx.subarray(0, docx.length - 300);
/** Pauses of the local run are 1, 2 and 1 seconds. */
const attempts = 4;

const convert = (webhookUrl: string, file = docx, key?: string) =>
  call('/api/convert/docx-to-pdf', {
    ...(key ? { key } : {}),
    body: form(['file', file, 'input.docx'], ['webhookUrl', webhookUrl]),
  });

/** A receiver of its own for one test. Responds with these statuses in turn and then with 204. */
function receiver(...statuses: number[]) {
  const name = ulid();
  return {
    url: `${siteUrl}/hook/${name}${statuses.length > 0 ? `?statuses=${statuses.join()}` : ''}`,
    received: async () => (await (await fetch(`${siteUrl}/hooks/${name}`)).json()) as ReceivedHook[],
  };
}

const read = async (id: string): Promise<JobResponse> => jsonOf<JobResponse>(await call(`/api/jobs/${id}`));

async function until(id: string, reached: (webhook: NonNullable<JobResponse['webhook']>) => boolean) {
  for (;;) {
    const job = await read(id);
    if (job.webhook && reached(job.webhook)) return job;
    await sleep(100);
  }
}

const verified = ({ body, headers }: ReceivedHook, secret = stack.webhookSecrets.business): WebhookEvent =>
  new Webhook(secret).verify(body, headers as Record<string, string>) as WebhookEvent;

describe.skipIf(leftOut('libreoffice'))('webhooks', { timeout: 120_000 }, () => {
  it('report a completed job, signed, with a valid URL', async () => {
    const { url, received } = receiver();
    const accepted = await jsonOf<JobResponse>(await convert(url), 202);
    expect(accepted.webhook).toEqual({ attempts: 0, lastStatus: null, deliveredAt: null });
    const job = await until(accepted.id, ({ deliveredAt }) => deliveredAt !== null);
    expect(job.webhook).toMatchObject({ attempts: 1, lastStatus: 204 });

    const hooks = await received();
    expect(hooks).toHaveLength(1);
    const [hook] = hooks as [ReceivedHook];
    expect(hook.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'File-Conversion-Service',
      'webhook-id': job.id.replace('job_', 'msg_'),
    });
    const event = verified(hook);
    expect(event).toMatchObject({ type: 'job.completed', timestamp: job.finishedAt });
    // What GET says of the job, but for what had not happened yet and what is signed anew.
    expect({ ...event.data, result: null, webhook: null }).toEqual({ ...job, result: null, webhook: null });
    expect(resultFile(event.data).id).toBe(resultFile(job).id);
    expect(await pageTexts(await download(resultFile(event.data).url))).toEqual(['Reported']);
  });

  it('report a failed job with its error', async () => {
    const { url, received } = receiver();
    const { id } = await jsonOf<JobResponse>(await convert(url, damaged), 202);
    await until(id, ({ deliveredAt }) => deliveredAt !== null);
    const hooks = await received();
    expect(hooks.map((hook) => verified(hook))).toMatchObject([
      {
        type: 'job.failed',
        data: { id, status: 'failed', result: null, error: { code: 'damaged-document' } },
      },
    ]);
  });

  it('are retried after failures, with the same id, until they are delivered', async () => {
    const { url, received } = receiver(500, 404);
    const { id } = await jsonOf<JobResponse>(await convert(url), 202);
    const job = await until(id, ({ deliveredAt }) => deliveredAt !== null);
    expect(job.webhook).toMatchObject({ attempts: 3, lastStatus: 204 });
    const hooks = await received();
    expect(hooks.map((hook) => verified(hook).data.webhook)).toMatchObject([
      { attempts: 1, lastStatus: null },
      { attempts: 2, lastStatus: 500 },
      { attempts: 3, lastStatus: 404 },
    ]);
    expect(new Set(hooks.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const [first, second, third] = hooks.map(({ at }) => at) as [number, number, number];
    expect(second - first).toBeGreaterThanOrEqual(1000);
    expect(third - second).toBeGreaterThanOrEqual(2000);
  });

  it('stop after the last attempt', async () => {
    const { url, received } = receiver(500, 500, 500, 503);
    const { id } = await jsonOf<JobResponse>(await convert(url), 202);
    const job = await until(id, ({ lastStatus }) => lastStatus === 503);
    expect(job.webhook).toEqual({ attempts, lastStatus: 503, deliveredAt: null });
    await sleep(4000);
    expect(await received()).toHaveLength(attempts);
  });

  it('stop when the receiver returns 410', async () => {
    const { url, received } = receiver(410);
    const { id } = await jsonOf<JobResponse>(await convert(url), 202);
    const job = await until(id, ({ lastStatus }) => lastStatus !== null);
    await sleep(3000);
    expect(await read(id)).toMatchObject({
      webhook: { attempts: 1, lastStatus: 410, deliveredAt: null },
      status: job.status,
    });
    expect(await received()).toHaveLength(1);
  });

  it('do not follow redirects', async () => {
    const { url, received } = receiver(302);
    const { id } = await jsonOf<JobResponse>(await convert(url), 202);
    const job = await until(id, ({ deliveredAt }) => deliveredAt !== null);
    expect(job.webhook).toMatchObject({ attempts: 2 });
    expect(await received()).toHaveLength(2);
    expect(await (await fetch(`${siteUrl}/hooks/elsewhere`)).json()).toEqual([]);
  });

  it('never reach a private address through a name, and do not reveal it', async () => {
    let connections = 0;
    const port = await startTcp((socket) => {
      connections += 1;
      socket.destroy();
    });
    const { id } = await jsonOf<JobResponse>(await convert(`https://localhost:${port}/hook`), 202);
    const job = await until(id, (webhook) => webhook.attempts === attempts);
    expect(job.webhook).toEqual({ attempts, lastStatus: null, deliveredAt: null });
    expect(connections).toBe(0);
  });

  it('are not sent for a canceled job', async () => {
    const { url, received } = receiver();
    // Takes seconds, so that it has not ended when it is canceled.
    const slow = makeXlsx({ rows: Array.from({ length: 20_000 }, (_, row) => [row, `row ${row}`]) });
    const accepted = await call('/api/convert/xlsx-to-pdf', {
      body: form(['file', slow, 'input.xlsx'], ['webhookUrl', url]),
    });
    const { id } = await jsonOf<JobResponse>(accepted, 202);
    expect((await call(`/api/jobs/${id}`, { method: 'DELETE' })).status).toBe(204);
    await sleep(5000);
    expect(await read(id)).toMatchObject({
      status: 'canceled',
      webhook: { attempts: 0, lastStatus: null, deliveredAt: null },
    });
    expect(await received()).toEqual([]);
  });

  it('stop when their key is revoked', async () => {
    const { admin, key, keyId, webhookSecret } = await newKey('pro');
    const { url, received } = receiver(500, 500, 500, 500);
    await jsonOf<JobResponse>(await convert(url, docx, key), 202);
    while ((await received()).length === 0) await sleep(50);
    await admin.revoke(keyId);
    // One may have been under way.
    const hooks = await received();
    await sleep(6000);
    expect((await received()).length).toBeLessThan(attempts);
    expect(verified(hooks[0] as ReceivedHook, webhookSecret).type).toBe('job.completed');
  });
});

describe.skipIf(leftOut('libreoffice'))('webhookUrl', () => {
  it.each([
    ['ftp://example.com/', 'url-not-allowed'],
    ['http://example.com/', 'url-not-allowed'],
    ['https://127.0.0.1/', 'url-not-allowed'],
    ['https://user:secret@example.com/', 'url-not-allowed'],
    ['example.com', 'invalid-field'],
    ['', 'invalid-field'],
  ])('cannot be "%s"', async (url, code) => {
    const response = await convert(url);
    const { errors } = await problem(response, 400, code);
    expect(errors?.map(({ field }) => field)).toEqual(['webhookUrl']);
  });
});
