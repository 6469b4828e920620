import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { JobResponse } from '#lib/api/responses/job-response.ts';
import type { WebhookEvent } from '#lib/api/responses/webhook-event.ts';
import { type Check, NotAvailable } from '../check.ts';
import { fixture } from '../responses.ts';
import type { Target } from '../target.ts';

/** Submits a merge with a webhook and waits until the receiver has accepted it. */
async function deliver(target: Target): Promise<JobResponse> {
  const { webhookUrl } = target.options;
  if (webhookUrl === undefined) throw new NotAvailable('There is no receiver: pass --webhook-url.');
  const client = target.client();
  const files = [fixture('cover.pdf'), fixture('report.pdf')];
  const { id } = await client.submit('merge-pdf', { files, webhookUrl });
  for (;;) {
    const job = await client.getJob(id, { wait: 20 });
    if (job.webhook?.deliveredAt) return job;
    if (job.status === 'failed') throw new Error(`The job failed: ${job.error?.detail ?? ''}`);
    if (target.signal?.aborted) {
      throw new Error(`The last attempt got status ${job.webhook?.lastStatus ?? 'none'}.`);
    }
    await sleep(1000);
  }
}

export const webhookChecks: readonly Check[] = [
  {
    title: 'The end of a job is delivered to its `webhookUrl`',
    contract: true,
    needs: ['jobs'],
    covers: ['iam'],
    async run(target) {
      const { webhook, finishedAt } = await deliver(target);
      const milliseconds = Date.parse(webhook?.deliveredAt ?? '') - Date.parse(finishedAt ?? '');
      return `delivered ${milliseconds} ms after the end of the job, in attempt ${webhook?.attempts ?? 0}`;
    },
  },
  {
    title: 'Webhooks are signed with the secret of the key',
    contract: true,
    needs: ['jobs'],
    async run(target) {
      const { inbox, webhookSecret } = target.options;
      if (!inbox) throw new NotAvailable('Only this process can verify signatures: pass --webhook-listen.');
      if (!webhookSecret)
        throw new NotAvailable('The secret of the key is not known: pass --webhook-secret.');
      const { id } = await deliver(target);
      const hook = inbox.received.find(({ body }) => body.includes(id));
      if (!hook)
        throw new Error('The webhook went elsewhere: --webhook-url does not lead to --webhook-listen.');
      const headers = hook.headers as Record<string, string>;
      const { type, data } = new Webhook(webhookSecret).verify(hook.body, headers) as WebhookEvent;
      assert.equal(data.id, id);
      return `\`${type}\`, signed`;
    },
  },
];
