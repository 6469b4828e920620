import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { randomInt } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageLimits } from '#lib/storage/call-limits.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { siblingId } from '#lib/base/identifiers.ts';
import { FairWorker } from '#lib/jobs/fair-worker.ts';
import { readJobMessage } from '#lib/jobs/job.ts';
import { closeEnded, type JobEnding } from '#lib/jobs/job-ending.ts';
import { officeWork } from '#lib/conversions/office/office-work.ts';
import { type MessageOutcome, runJob } from '#lib/jobs/run-job.ts';
import { deliverAgain, forEachRecord, giveBack, leaveInQueue } from '#lib/jobs/sqs-batch.ts';
import { identify, inSpan } from '#lib/base/observability/span.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { queueWebhook } from '#lib/webhooks/queue-webhook.ts';
import { OfficeConverter } from '#lib/engines/office/converter.ts';
import { hardenProcess } from '#lib/base/processes/process-control.ts';
import { openJobQueue, openJobs } from '#lib/storage/open-stores.ts';

const variables = requireVariables(
  process.env,
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'OFFICE_QUEUE_URL',
  'WEBHOOK_QUEUE_URL',
  'LIBREOFFICE_ROOT',
  'FONTS_CONF',
);
const { jobs, backlog, files, inputs } = openJobs(variables);
const worker = new FairWorker(backlog, jobs);
const officeJobs = openJobQueue(variables.OFFICE_QUEUE_URL);
const webhooks = openJobQueue(variables.WEBHOOK_QUEUE_URL);
const sqs = new SQSClient(messageLimits);
const logger = openLog('office-worker', process.env);

const beside = (name: string): string => join(import.meta.dirname, name);
const koffiFile = beside('koffi.node');
// LibreOffice runs as the same user: without this a document's exploit could read this process and its credentials.
hardenProcess(koffiFile);
const converter = new OfficeConverter({
  libreOfficeRoot: variables.LIBREOFFICE_ROOT,
  fontsConf: variables.FONTS_CONF,
  workDirectory: tmpdir(),
  hostFile: beside('host.mjs'),
  koffiFile,
});
await converter.prepare();
logger.info('LibreOffice is ready', { confinement: converter.confinement });
const decryptWorker = new URL('decrypt-worker.mjs', import.meta.url);
const work = officeWork({
  inputs,
  files,
  converter,
  decryptWorker,
  workDirectory: tmpdir(),
});

/** Converts the documents of jobs, one at a time. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  forEachRecord(event, logger, async (record) => {
    const { jobId } = readJobMessage(record.body);
    const { receiptHandle, attributes } = record;
    const message = { sqs, queueUrl: variables.OFFICE_QUEUE_URL, receiptHandle };
    /** Undefined until the message is returned to the queue. */
    let isStillQueued: boolean | undefined;
    const returnMessage = async (): Promise<void> => {
      isStillQueued = await giveBack({ ...message, record }, randomInt(1, 3));
    };
    const outcome = await worker.work(
      { jobId, owner: attributes.MessageGroupId },
      {
        // Another job is a separate span in the log.
        run: (id, claimed) =>
          id === jobId ? run(id, context, claimed) : inSpan({}, () => run(id, context, claimed)),
        giveBack: returnMessage,
        sendAgain: (job, seconds) => officeJobs.send(job, seconds),
        report: (error) => logger.error('turn failed', { error }),
      },
    );
    if (outcome.kind === 'other') {
      if (isStillQueued === undefined) await returnMessage();
      if (isStillQueued) leaveInQueue();
      return;
    }
    const { delivery } = outcome;
    if (delivery.kind === 'again') await deliverAgain(message, delivery.seconds);
  });

async function run(jobId: string, context: Context, claimed: () => Promise<void>): Promise<MessageOutcome> {
  identify({ jobId });
  let ending: JobEnding | undefined;
  const delivery = await runJob(jobId, {
    jobs,
    work,
    discard: (job) => files.discard(job.owner, siblingId('file', job.id)),
    announce: (job) => queueWebhook(job, jobs, webhooks),
    claimed,
    millisecondsLeft: context.getRemainingTimeInMillis(),
    report: (error, { attempt }) => logger.error('attempt failed', { attempt, error }),
    ended: (reached) => (ending = reached),
  }).catch((error: unknown): MessageOutcome => {
    // The stores failed, not the job: retry soon, not after the whole visibility timeout.
    logger.error('job could not be run', { error });
    return { kind: 'again', seconds: 5 };
  });
  const { awsRequestId: invocationId } = context;
  if (ending) closeEnded(ending, logger, { invocationId });
  else logger.close('job', { delivery: delivery.kind, invocationId });
  return delivery;
}
