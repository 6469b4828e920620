import { Logger } from '@aws-lambda-powertools/logger';
import { SQSClient } from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageLimits } from '#lib/call-limits.ts';
import { requireVariables } from '#lib/environment.ts';
import { siblingId } from '#lib/files/identifiers.ts';
import { readJobMessage } from '#lib/jobs/job.ts';
import { officeWork } from '#lib/jobs/office-work.ts';
import { type Delivery, runJob } from '#lib/jobs/run-job.ts';
import { deliverAgain, forEachRecord } from '#lib/jobs/sqs-batch.ts';
import { openJobQueue, openJobs } from '#lib/jobs/stores.ts';
import { queueWebhook } from '#lib/webhooks/queue-webhook.ts';
import { OfficeConverter } from '#lib/office/converter.ts';
import { makeUndumpable } from '#lib/office/libreoffice/process-control.ts';

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
const logger = new Logger({ serviceName: 'office-worker' });

const beside = (name: string): string => join(import.meta.dirname, name);
const koffiFile = beside('koffi.node');
// LibreOffice runs as the same user: without this a document's exploit could read this process and its credentials.
makeUndumpable(koffiFile);
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
  report: (jobId, stages) => logger.info('stages', { jobId, stages }),
});

/** Converts the documents of jobs, one at a time. */
export const handler = (event: SQSEvent, context: Context): Promise<SQSBatchResponse> =>
  forEachRecord(event, logger, async ({ body, receiptHandle }) => {
    const { jobId } = readJobMessage(body);
    const start = performance.now();
    const delivery = await runJob(jobId, {
      jobs,
      work,
      discard: (job) => files.discard(job.owner, siblingId('file', job.id)),
      announce: (job) => queueWebhook(job, jobs, webhooks),
      millisecondsLeft: context.getRemainingTimeInMillis(),
      report: (error, { attempt }) => logger.error('attempt failed', { jobId, attempt, error }),
    }).catch((error: unknown): Delivery => {
      // The stores failed, not the job: soon again, rather than after the whole visibility timeout.
      logger.error('job could not be run', { jobId, error });
      return { kind: 'again', seconds: 5 };
    });
    logger.info('job', {
      jobId,
      delivery: delivery.kind,
      milliseconds: Math.round(performance.now() - start),
    });
    if (delivery.kind === 'done') return;
    await deliverAgain({ sqs, queueUrl: variables.OFFICE_QUEUE_URL, receiptHandle }, delivery.seconds);
  });
