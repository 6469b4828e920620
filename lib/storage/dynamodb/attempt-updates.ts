import type { Job, JobInput } from '../../jobs/job.ts';
import { sweepTimes } from '../../jobs/sweep-times.ts';
import { type JobUpdate, processingByAttempt } from './job-update.ts';

/**
 * Begins an attempt at a job that is queued, or whose lease has lapsed.
 *
 * @param call by which a claim recognizes its own write
 */
export const claimed = (call: string, now: number, leaseUntil: number): JobUpdate => ({
  UpdateExpression:
    'SET #status = :processing, leaseUntil = :until, dueAt = :due, #call = :call, ' +
    'startedAt = if_not_exists(startedAt, :at) REMOVE awaitsParts ADD attempts :one',
  ConditionExpression: '#status = :queued OR #status = :processing AND leaseUntil < :now',
  ExpressionAttributeNames: { '#call': 'call' },
  ExpressionAttributeValues: {
    ':call': call,
    ':queued': 'queued',
    ':processing': 'processing',
    ':until': leaseUntil,
    ':due': leaseUntil + sweepTimes.lapsedLease,
    ':at': new Date(now).toISOString(),
    ':now': now,
    ':one': 1,
  },
});

/** Records the stored input and the options of a carried job that was claimed, and adds the job to the indexes. */
export const carriedStored = (
  { inputs, options, createdAt }: Pick<Job, 'inputs' | 'options' | 'createdAt'>,
  openState: string,
): JobUpdate => ({
  UpdateExpression:
    'SET inputs = :inputs, #options = :options, createdAt = :created, openState = :open, dueAt = leaseUntil + :lapsed REMOVE carried',
  ConditionExpression: '#status = :processing AND attribute_exists(carried)',
  ExpressionAttributeNames: { '#options': 'options' },
  ExpressionAttributeValues: {
    ':inputs': inputs,
    ':options': options,
    ':created': createdAt,
    ':open': openState,
    ':lapsed': sweepTimes.lapsedLease,
    ':processing': 'processing',
  },
});

/** Extends the lease of an attempt. */
export const renewed = (attempt: number, leaseUntil: number): JobUpdate => ({
  UpdateExpression: 'SET leaseUntil = :until, dueAt = :due',
  ConditionExpression: processingByAttempt,
  ExpressionAttributeValues: {
    ':until': leaseUntil,
    ':due': leaseUntil + sweepTimes.lapsedLease,
    ':processing': 'processing',
    ':attempt': attempt,
  },
});

/** Records the inputs that an attempt has stored, and the URLs of those that it has not. */
export const inputsRecorded = (
  attempt: number,
  inputs: readonly JobInput[],
  urls: readonly (string | null)[] | undefined,
): JobUpdate => ({
  UpdateExpression: `SET inputs = :inputs ${urls ? ', urls = :urls' : 'REMOVE urls'}`,
  ConditionExpression: processingByAttempt,
  ExpressionAttributeValues: {
    ':inputs': inputs,
    ...(urls ? { ':urls': urls } : {}),
    ':processing': 'processing',
    ':attempt': attempt,
  },
});

/** Records how many results an attempt will store. */
export const resultsExpected = (attempt: number, count: number): JobUpdate => ({
  UpdateExpression: 'SET resultCount = :count',
  ConditionExpression: processingByAttempt,
  ExpressionAttributeValues: { ':count': count, ':processing': 'processing', ':attempt': attempt },
});

/** Ends an attempt, whose lease ends at `until`. The job records a fault of its document. */
export function released(attempt: number, until: number, fault: 'document' | 'service'): JobUpdate {
  const byDocument = fault === 'document';
  return {
    UpdateExpression: `SET leaseUntil = :until${byDocument ? ', documentFault = :true' : ''} REMOVE awaitsParts`,
    ConditionExpression: processingByAttempt,
    ExpressionAttributeValues: {
      ':until': until,
      ':processing': 'processing',
      ':attempt': attempt,
      ...(byDocument ? { ':true': true } : {}),
    },
  };
}
