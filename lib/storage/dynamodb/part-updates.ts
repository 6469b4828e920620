import { sweepTimes } from '../../jobs/sweep-times.ts';
import { type JobUpdate, notEnded, processingByAttempt } from './job-update.ts';

/** Records which parts the job of an attempt will have. */
export const partsExpected = (attempt: number, indices: readonly number[]): JobUpdate => ({
  UpdateExpression: 'SET parts = if_not_exists(parts, :parts)',
  ConditionExpression: processingByAttempt,
  ExpressionAttributeValues: {
    // The job has not waited for them yet.
    ':parts': { indices, attempt: 0 },
    ':processing': 'processing',
    ':attempt': attempt,
  },
});

/**
 * Ends an attempt, whose job waits for its parts from then on.
 *
 * @param times when the job's lease ends, and when the sweep checks it; milliseconds since the epoch
 */
export const partsAwaited = (
  attempt: number,
  indices: readonly number[],
  { until, due }: { until: number; due: number },
): JobUpdate => ({
  UpdateExpression: 'SET awaitsParts = :true, parts = :parts, leaseUntil = :until, dueAt = :due',
  ConditionExpression: processingByAttempt,
  ExpressionAttributeValues: {
    ':true': true,
    ':parts': { indices, attempt },
    ':until': until,
    ':due': due,
    ':processing': 'processing',
    ':attempt': attempt,
  },
});

/** Adds a part to those of its job that have ended. */
export const partEnded = (index: number, failed: boolean): JobUpdate => ({
  UpdateExpression: `ADD endedParts :part${failed ? ', failedParts :part' : ''}`,
  ConditionExpression: notEnded,
  ExpressionAttributeValues: {
    ':part': new Set([index]),
    ':queued': 'queued',
    ':processing': 'processing',
  },
});

/** Ends the wait of a job for its parts at `now`, milliseconds since the epoch: a worker may claim it. */
export const resumed = (now: number): JobUpdate => ({
  UpdateExpression: 'SET leaseUntil = :ended, dueAt = :due REMOVE awaitsParts',
  ConditionExpression: '#status = :processing AND attribute_exists(awaitsParts)',
  ExpressionAttributeValues: {
    ':ended': 0,
    ':due': now + sweepTimes.lapsedLease,
    ':processing': 'processing',
  },
});

/** Removes a part that has ended from the index of open jobs: its job knows of the end. */
export const partReported: JobUpdate = {
  UpdateExpression: 'REMOVE openState, dueAt',
  ConditionExpression: 'attribute_exists(parent) AND attribute_exists(finishedAt)',
};
