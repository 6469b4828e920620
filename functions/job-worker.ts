import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { randomInt } from 'node:crypto';
import type { JobType } from '#lib/api/job-states.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { identify, inSpan } from '#lib/base/observability/span.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { downloadSettingsOf } from '#lib/conversions/inputs/download-settings.ts';
import { withStoredInputs } from '#lib/conversions/jobs/download-job-inputs.ts';
import { carriedRun, keepCarried, runsFromMessage } from '#lib/jobs/carried-jobs.ts';
import { FairWorker } from '#lib/jobs/fair-worker.ts';
import { HeldMessage } from '#lib/jobs/held-message.ts';
import { leaseTimes } from '#lib/jobs/hold-lease.ts';
import type { ReadyJob } from '#lib/jobs/job.ts';
import { type CarriedJob, readJobMessage } from '#lib/jobs/job-message.ts';
import { readOptions } from '#lib/jobs/job-options.ts';
import { closeEnded, type JobEnding } from '#lib/jobs/job-ending.ts';
import { discardParts } from '#lib/jobs/parts.ts';
import { discardResults } from '#lib/jobs/read-job.ts';
import { type MessageOutcome, runJob, type WorkWithParts } from '#lib/jobs/run-job.ts';
import { forEachRecord, leaveInQueue } from '#lib/jobs/sqs-batch.ts';
import { messageLimits } from '#lib/storage/call-limits.ts';
import { openJobQueue, openWorkerStores, workerVariables } from '#lib/storage/open-stores.ts';
import { announceEnd } from '#lib/webhooks/announce-end.ts';
import { jobPauses, openDeliveries } from './open-deliveries.ts';
import '#lib/storage/s3/sdk.ts';
import '#lib/storage/sqs/sdk.ts';

/** Seconds for which a message is hidden after a lease began or was renewed: a little longer than the lease. */
const hiddenSeconds = leaseTimes.lease / 1000 + 5;

export type WorkerStores = ReturnType<typeof openWorker>;

/** What a worker works with. */
export function openWorker(name: string, environment: NodeJS.ProcessEnv) {
  const variables = requireVariables(environment, ...workerVariables, 'PDF_QUEUE_URL');
  const logger = openLog(name, environment);
  return {
    ...openWorkerStores(variables),
    deliveries: openDeliveries(environment, logger, jobPauses),
    ...downloadSettingsOf(environment),
    queueUrl: variables.JOB_QUEUE_URL,
    queue: openJobQueue(variables.JOB_QUEUE_URL),
    webhooks: openJobQueue(variables.WEBHOOK_QUEUE_URL),
    jobsWithParts: openJobQueue(variables.PDF_QUEUE_URL),
    logger,
  };
}

/**
 * The handler of a queue's worker, which runs one job at a time.
 *
 * @param works the work of each type of job that the queue can contain
 */
export function jobWorker(
  stores: WorkerStores,
  works: Readonly<Partial<Record<JobType, WorkWithParts<ReadyJob>>>>,
) {
  const { backlog, jobs, logger, queue, queueUrl } = stores;
  const worker = new FairWorker(backlog, jobs);
  const sqs = new SQSClient(messageLimits);

  const work: WorkWithParts = async (job, ...rest) => {
    const own = works[job.type];
    if (!own) throw new Error(`The queue has a job of type ${job.type}`);
    const options = await readOptions(job, stores.uploads);
    return withStoredInputs(own, stores)({ ...job, options }, ...rest);
  };

  const receive = async (record: SQSRecord, context: Context): Promise<void> => {
    const { jobId, carried } = readJobMessage(record.body);
    const message = new HeldMessage({
      sqs,
      queueUrl,
      record,
      report: (error) => logger.error('message not hidden', { error }),
    });
    const hide = (): void => message.hide(hiddenSeconds);
    const receives = Number(record.attributes.ApproximateReceiveCount);
    const direct = carried && runsFromMessage(carried, receives) ? carried : undefined;
    if (!direct) hide();
    if (carried && !direct) await keepCarried(carried, stores);
    /** Undefined until the message is given back. */
    let isStillQueued: boolean | undefined;
    const returnMessage = async (): Promise<void> => {
      isStillQueued = await message.giveBack(randomInt(1, 3));
    };
    const outcome = await worker.work(
      { jobId, owner: record.attributes.MessageGroupId },
      {
        // Another job has a span of its own. Its own message is not in the hands of this worker.
        run: (id, claimed) =>
          id === jobId
            ? run(id, context, { claimed, renewed: hide, carried: direct })
            : inSpan({}, () => run(id, context, { claimed })),
        giveBack: returnMessage,
        sendAgain: (job, seconds) => queue.send(job, seconds),
        report: (error) => logger.error('turn failed', { error }),
      },
    );
    if (outcome.kind === 'other') {
      if (isStillQueued === undefined) await returnMessage();
      if (isStillQueued) leaveInQueue();
      return;
    }
    const { delivery } = outcome;
    if (delivery.kind === 'again') await message.deliverAgain(delivery.seconds);
    // A long job is leased at every receive of a second message, which must not end as a dead letter.
    if (delivery.kind === 'leased' && (await message.giveBack(delivery.seconds))) leaveInQueue();
    await message.settled();
  };

  const run = async (
    jobId: string,
    context: Context,
    {
      carried,
      ...lease
    }: { claimed: () => Promise<void>; renewed?: () => void; carried?: CarriedJob | undefined },
  ): Promise<MessageOutcome> => {
    identify({ jobId });
    let ending: JobEnding | undefined;
    const delivery = await runJob(jobId, {
      ...lease,
      jobs,
      work,
      ...(carried
        ? carriedRun(carried, work, {
            ...stores,
            held: () => lease.renewed?.(),
            report: (error) => logger.error('carried job not stored', { error }),
          })
        : {}),
      discard: (job) => discardResults(job, stores.files),
      announce: async (job) => {
        await announceEnd(job, stores);
        await discardParts(job, stores);
      },
      millisecondsLeft: context.getRemainingTimeInMillis(),
      report: (error, { attempt }) => logger.error('attempt failed', { attempt, error }),
      ended: (reached) => (ending = reached),
    }).catch((error: unknown): MessageOutcome => {
      // The stores failed, not the job: soon again, rather than after the whole visibility timeout.
      logger.error('job could not be run', { error });
      return { kind: 'again', seconds: 5 };
    });
    const { awsRequestId: invocationId } = context;
    if (ending) closeEnded(ending, logger, { invocationId });
    else logger.close('job', { delivery: delivery.kind, invocationId });
    return delivery;
  };

  return (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
    forEachRecord(event, logger, (record) => receive(record, context));
}
