import { GetQueueUrlCommand, PurgeQueueCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import type { LocalStackFile } from '../../cdk/local-state.ts';
import { operatorCommand } from '../support/operator-command.ts';

const redrive = (...args: string[]) => operatorCommand('redrive', ...args);

it('npm run redrive lists the messages of a dead-letter queue', async () => {
  const stack = JSON.parse(
    readFileSync(join(inject('stateDirectory'), 'stack.json'), 'utf8'),
  ) as LocalStackFile;
  const sqs = new SQSClient({
    region: stack.region,
    endpoint: stack.endpoints.sqs,
    credentials: { ...stack.credentials },
  });
  const QueueName = stack.outputs['WebhookDeadLettersArn']?.split(':').at(-1) ?? '';
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName }));
  expect(await redrive('webhooks')).toMatchObject({ code: 0, stdout: '0 messages\n' });
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: '{"v":1,"jobId":"job_1"}' }));
  const shown = await redrive('webhooks', '--dry-run', '--local');
  expect(shown.stdout).toMatch(/^1 message\n {2}job_1, sent .*Z, received 1 times\nNo messages moved/);
  await sqs.send(new PurgeQueueCommand({ QueueUrl }));
});

it.each([
  [['keys'], /npm run redrive -- webhooks/],
  [['webhooks', 'jobs'], /npm run redrive -- webhooks/],
  [['jobs', '--force'], /Unknown option '--force'/],
  [['jobs', '--local', '--stack', 'x'], /exclude each other/],
])('npm run redrive %j prints its usage', async (args, message) => {
  const { code, stderr } = await redrive(...args);
  expect(code).toBe(1);
  expect(stderr).toMatch(message);
});
