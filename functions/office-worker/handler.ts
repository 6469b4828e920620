import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageLimits } from '#lib/call-limits.ts';
import { requireVariables } from '#lib/environment.ts';
import { siblingId } from '#lib/files/identifiers.ts';
import { readJobMessage } from '#lib/jobs/job.ts';
import { closeEnded, type JobEnding } from '#lib/jobs/job-ending.ts';
import { officeWork } from '#lib/jobs/office-work.ts';
import { type Delivery, runJob } from '#lib/jobs/run-job.ts';
import { deliverAgain, forEachRecord } from '#lib/jobs/sqs-batch.ts';
import { openJobQueue, openJobs } from '#lib/jobs/stores.ts';
import { identify } from '#lib/observability/work.ts';
import { openLog } from '#lib/observability/work-log.ts';
import { queueWebhook } from '#lib/webhooks/queue-webhook.ts';
import { OfficeConverter } from '#lib/office/converter.ts';
import { hardenProcess } from '#lib/processes/process-control.ts';

const variables = requireVariables(
  process.env,
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'OFFICE_QUEUE_URL',
  'WEBHOOK_QUEUE_URL',
  'LIBREOFFICE_ROOT',
  'FONTS_CONF',
);
const { jobs, files, inputs } = openJobs(variables);
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
  forEachRecord(event, logger, async ({ body, receiptHandle }) => {
    const { jobId } = readJobMessage(body);
    identify({ jobId });
    let ending: JobEnding | undefined;
    const delivery = await runJob(jobId, {
      jobs,
      work,
      discard: (job) => files.discard(job.owner, siblingId('file', job.id)),
      announce: (job) => queueWebhook(job, jobs, webhooks),
      millisecondsLeft: context.getRemainingTimeInMillis(),
      report: (error, { attempt }) => logger.error('attempt failed', { attempt, error }),
      ended: (reached) => (ending = reached),
    }).catch((error: unknown): Delivery => {
      // The stores failed, not the job: soon again, rather than after the whole visibility timeout.
      logger.error('job could not be run', { error });
      return { kind: 'again', seconds: 5 };
    });
    const { awsRequestId: invocationId } = context;
    if (ending) closeEnded(ending, logger, { invocationId });
    else logger.close('job', { delivery: delivery.kind, invocationId });
    if (delivery.kind === 'done') return;
    await deliverAgain({ sqs, queueUrl: variables.OFFICE_QUEUE_URL, receiptHandle }, delivery.seconds);
  });
