import { ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { describe, expect, it, vi } from 'vitest';
import { HeldMessage } from '#lib/jobs/held-message.ts';
import { SqsJobQueue } from '#lib/storage/sqs/job-queue.ts';
import { manualClock, plain, startQueues } from 'local-stack/testing/sqs';

async function open() {
  const clock = manualClock();
  const source = { ...plain, visibilityTimeoutSeconds: 660 };
  const { client: sqs, url: queueUrl } = await startQueues({ now: clock.now, queues: [source] });
  const receive = async (): Promise<SQSRecord | undefined> => {
    const { Messages: [message] = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl: queueUrl, MessageSystemAttributeNames: ['All'] }),
    );
    if (!message) return undefined;
    const { Body: body, ReceiptHandle: receiptHandle, Attributes: attributes } = message;
    return { body, receiptHandle, attributes } as unknown as SQSRecord;
  };
  await new SqsJobQueue(sqs, queueUrl).send({ id: 'job_01', owner: 'key_a' });
  const record = await receive();
  if (!record) throw new Error('There is no message');
  const report = vi.fn();
  /** The message, with calls to SQS by way of the test. */
  const hold = (send: (command: never) => Promise<unknown>) =>
    new HeldMessage({ sqs: { send } as unknown as SQSClient, queueUrl, record, report });
  return { clock, sqs, receive, report, hold, message: new HeldMessage({ sqs, queueUrl, record, report }) };
}

describe('the message of a running job', () => {
  it('returns a lease after its worker died, long before the visibility timeout of the queue', async () => {
    const { clock, receive, message, report } = await open();
    message.hide(65);
    await message.settled();
    clock.advance(64);
    expect(await receive()).toBeUndefined();
    clock.advance(1);
    expect(await receive()).toMatchObject({ attributes: { MessageGroupId: 'key_a' } });
    expect(report).not.toHaveBeenCalled();
  });

  it('stays hidden while it is hidden again and again', async () => {
    const { clock, receive, message } = await open();
    for (let renewals = 0; renewals < 30; renewals += 1) {
      message.hide(65);
      await message.settled();
      clock.advance(20);
      expect(await receive()).toBeUndefined();
    }
  });

  it('returns when the last call says so, however slow the call before is', async () => {
    const { clock, sqs, receive, hold } = await open();
    const goOn = Promise.withResolvers<undefined>();
    let calls = 0;
    const message = hold(async (command) => {
      calls += 1;
      if (calls === 1) await goOn.promise;
      return sqs.send(command);
    });
    message.hide(65);
    const returned = message.giveBack(2);
    goOn.resolve(undefined);
    expect(await returned).toBe(true);
    clock.advance(2);
    expect(await receive()).toBeDefined();
  });

  it('reports a failed call, and goes on', async () => {
    const { sqs, hold, report } = await open();
    let calls = 0;
    const message = hold((command) => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('the queue is down')) : sqs.send(command);
    });
    message.hide(65);
    await message.settled();
    expect(report).toHaveBeenCalledOnce();
    expect(await message.giveBack(1)).toBe(true);
  });
});
