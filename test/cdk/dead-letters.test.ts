import {
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, it } from 'vitest';
import { carriedMessageOf } from '#lib/jobs/job-message.ts';
import { DeadLetters } from '../../cdk/dead-letters.ts';
import { newJob } from '../support/jobs.ts';
import { manualClock, plain, startQueues } from 'local-stack/testing/sqs';

/** A queue that moves messages to its dead-letter queue on the second receive. */
async function withDeadMessages(...bodies: string[]) {
  const clock = manualClock();
  const { client, sqs, url } = await startQueues({
    now: clock.now,
    queues: [
      { ...plain, redrive: { targetName: 'dead', maxReceiveCount: 1 } },
      { ...plain, name: 'dead' },
    ],
  });
  const receive = async (): Promise<Message[]> =>
    (await client.send(new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10 }))).Messages ?? [];
  for (const MessageBody of bodies) await client.send(new SendMessageCommand({ QueueUrl: url, MessageBody }));
  await receive();
  clock.advance(31);
  expect(await receive()).toEqual([]);
  const waiting = async () => {
    const { Attributes } = await client.send(
      new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['ApproximateNumberOfMessages'] }),
    );
    return Number(Attributes?.ApproximateNumberOfMessages);
  };
  return { letters: new DeadLetters(client, sqs.queueArn('dead')), receive, waiting, clock };
}

const message = (jobId: string): string => JSON.stringify({ v: 1, jobId });

describe('a dead-letter queue', () => {
  it('returns a sample, which stays in the queue', async () => {
    const { letters, waiting } = await withDeadMessages(message('job_1'), 'rubbish');
    for (const receives of [2, 3]) {
      expect(await letters.count()).toBe(2);
      const sample = await letters.sample();
      expect(sample).toHaveLength(2);
      expect(sample).toContainEqual({
        jobId: 'job_1',
        body: message('job_1'),
        sentAt: new Date('2026-01-01T00:00:00Z'),
        receives,
      });
      expect(sample).toContainEqual(expect.objectContaining({ jobId: undefined, body: 'rubbish' }));
    }
    expect(await waiting()).toBe(0);
  });

  it('names the job of a message that carries it', async () => {
    const carried = { job: newJob(), content: Buffer.from('a document') };
    const { letters } = await withDeadMessages(carriedMessageOf(carried));
    expect(await letters.sample()).toMatchObject([{ jobId: carried.job.id }]);
  });

  it('moves all messages back to the source queue', async () => {
    const { letters, receive } = await withDeadMessages(message('job_1'), message('job_2'), message('job_3'));
    expect(await letters.redrive()).toBe(3);
    expect(await letters.count()).toBe(0);
    expect((await receive()).map(({ Body }) => Body).sort()).toEqual(
      ['job_1', 'job_2', 'job_3'].map(message),
    );
  });

  it('can be redriven when it is empty', async () => {
    const { letters } = await withDeadMessages();
    expect(await letters.sample()).toEqual([]);
    expect(await letters.redrive()).toBe(0);
  });
});
