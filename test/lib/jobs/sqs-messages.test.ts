import { DeleteMessageCommand, ReceiveMessageCommand } from '@aws-sdk/client-sqs';
import type { SQSRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { readJobMessage } from '#lib/jobs/job-message.ts';
import { SqsJobQueue } from '#lib/storage/sqs/job-queue.ts';
import { giveBack } from '#lib/jobs/sqs-batch.ts';
import { newJob } from '../../support/jobs.ts';
import { manualClock, plain, startQueues } from 'local-stack/testing/sqs';

async function open() {
  const clock = manualClock();
  const dead = { ...plain, name: 'dead' };
  const source = { ...plain, redrive: { targetName: 'dead', maxReceiveCount: 10 } };
  const {
    client: sqs,
    sqs: server,
    url: queueUrl,
  } = await startQueues({ now: clock.now, queues: [source, dead] });
  const receive = async (QueueUrl = queueUrl): Promise<SQSRecord | undefined> => {
    const { Messages: [message] = [] } = await sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MessageSystemAttributeNames: ['All'] }),
    );
    if (!message) return undefined;
    return {
      body: message.Body,
      receiptHandle: message.ReceiptHandle,
      attributes: message.Attributes,
    } as unknown as SQSRecord;
  };
  return { clock, sqs, server, queueUrl, receive, queue: new SqsJobQueue(sqs, queueUrl) };
}

const job = { id: 'job_01', owner: 'key_a' };

describe('the message of a job', () => {
  it('has the owner as its tenant, and can be delayed', async () => {
    const { clock, queue, receive } = await open();
    await queue.send(job, 5);
    expect(await receive()).toBeUndefined();
    clock.advance(5);
    const record = await receive();
    expect(JSON.parse(record?.body ?? '')).toEqual({ v: 1, jobId: job.id });
    expect(record?.attributes.MessageGroupId).toBe('key_a');
  });

  it('has the record and the document of a carried job, also when it is returned and replaced', async () => {
    const { clock, sqs, queue, queueUrl, receive } = await open();
    const carried = { job: newJob({ owner: 'key_a' }), content: Buffer.from([0, 1, 254, 255]) };
    await queue.carry(carried);
    for (let round = 0; round < 4; round += 1) {
      const record = await receive();
      if (!record) throw new Error(`The message is gone in round ${round}`);
      expect(record.attributes.MessageGroupId).toBe('key_a');
      expect(readJobMessage(record.body)).toEqual({ jobId: carried.job.id, carried });
      if (!(await giveBack({ sqs, queueUrl, record }, 2))) {
        await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: record.receiptHandle }));
      }
      clock.advance(2);
    }
  });

  it('never becomes a dead letter by being returned, however often', async () => {
    const { clock, sqs, server, queue, queueUrl, receive } = await open();
    await queue.send(job);
    for (let round = 0; round < 40; round += 1) {
      const record = await receive();
      if (!record) throw new Error(`The message is gone in round ${round}`);
      expect(JSON.parse(record.body)).toEqual({ v: 1, jobId: job.id });
      expect(record.attributes.MessageGroupId).toBe('key_a');
      const stays = await giveBack({ sqs, queueUrl, record }, 2);
      if (!stays) {
        await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle: record.receiptHandle }));
      }
      expect(await receive()).toBeUndefined();
      clock.advance(2);
    }
    expect(await receive(server.queueUrl('dead'))).toBeUndefined();
  });
});
