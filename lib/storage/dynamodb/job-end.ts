import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { type Job, type JobResult, timeOfJob } from '../../jobs/job.ts';
import { sweepTimes } from '../../jobs/sweep-times.ts';

/** How a job ends. */
export interface JobEnd {
  status: 'completed' | 'failed' | 'canceled';
  at: Date;
  /** The condition under which the job ends. */
  condition: string;
  /** The attempt that the condition names. */
  attempt?: number;
  result?: JobResult;
  error?: NonNullable<Job['error']>;
}

/**
 * The updates that end a job; the first whose condition holds does. The sweep still checks an ended job
 * if others have to learn of its end: the receiver of its webhook, or the job that it is a part of.
 */
export function endUpdates(jobId: string, end: JobEnd): Partial<UpdateCommandInput>[] {
  if (end.status === 'canceled') return [endUpdate(jobId, end, false)];
  const only = (restriction: string): JobEnd => ({
    ...end,
    condition: `${end.condition} AND ${restriction}`,
  });
  return [
    endUpdate(jobId, only('attribute_not_exists(webhook) AND attribute_not_exists(parent)'), false),
    endUpdate(jobId, only('(attribute_exists(webhook) OR attribute_exists(parent))'), true),
  ];
}

/**
 * The update removes the lease, the passwords, the options, which can have secrets such as cookies, and the URLs. It
 * also removes the job from the index unless others must learn of its end, and lists a carried job, which had no time
 * of creation.
 */
function endUpdate(
  jobId: string,
  { status, at, condition, attempt, result, error }: JobEnd,
  isAnnounced: boolean,
): Partial<UpdateCommandInput> {
  const outcome = result ? ', #result = :outcome' : error ? ', #error = :outcome' : '';
  const due = isAnnounced ? ', dueAt = :due' : '';
  const gone = isAnnounced ? '' : ', openState, dueAt';
  return {
    UpdateExpression: `SET #status = :status, finishedAt = :at, #options = :none, createdAt = if_not_exists(createdAt, :created)${outcome}${due} REMOVE leaseUntil, password, passwords, secrets, urls, deliverTo, awaitsParts, carried${gone}`,
    ConditionExpression: condition,
    ExpressionAttributeNames: {
      '#options': 'options',
      ...(result ? { '#result': 'result' } : {}),
      ...(error ? { '#error': 'error' } : {}),
    },
    ExpressionAttributeValues: {
      ':status': status,
      ':at': at.toISOString(),
      ':created': timeOfJob(jobId),
      ':processing': 'processing',
      ':none': {},
      ...(outcome ? { ':outcome': result ?? error } : {}),
      ...(attempt === undefined ? { ':queued': 'queued' } : { ':attempt': attempt }),
      ...(isAnnounced ? { ':due': at.getTime() + sweepTimes.webhookNotQueued } : {}),
    },
  };
}
