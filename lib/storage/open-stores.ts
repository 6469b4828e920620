import type { S3Client } from '@aws-sdk/client-s3';
import type { SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { DynamoActivityStore } from './dynamodb/activity-store.ts';
import { DynamoMonthlyQuota } from './dynamodb/monthly-quota.ts';
import { parsePlanCap } from '../auth/plan-caps.ts';
import { DynamoRateLimiter } from './dynamodb/rate-limiter.ts';
import { messageLimits, objectLimits } from './call-limits.ts';
import { openDocumentClient } from './document-client.ts';
import { S3FileStore } from './file-store.ts';
import { ObjectStore } from './s3/object-store.ts';
import { DynamoUploadCounter } from './dynamodb/open-upload-counter.ts';
import type { UploadStores } from '../files/upload-store.ts';
import { DynamoUploadRecords } from './dynamodb/upload-records.ts';
import { S3UploadStore } from './s3/upload-store.ts';
import { RunningConversions } from '../activity/running-conversions.ts';
import { DynamoIdempotencyStore } from './dynamodb/idempotency-store.ts';
import type { Admission } from '../activity/admission.ts';
import { S3InputStore } from './s3/input-store.ts';
import { DynamoBacklog } from './dynamodb/backlog.ts';
import { DynamoJobList } from './dynamodb/job-list.ts';
import { DynamoJobStore } from './dynamodb/job-store.ts';
import { parseJobQueueName } from '../jobs/job-queue.ts';
import { SqsJobQueue } from './sqs/job-queue.ts';
import { DynamoDeliveryStore } from './dynamodb/delivery-store.ts';
import { DynamoSecretStore } from './dynamodb/secret-store.ts';
import { DynamoSlowLane } from './dynamodb/slow-lane.ts';

/** Uploads, what counts them, and what recognizes a repeated announcement. */
export function openUploadStores(
  bucket: string,
  jobsTable: string,
): UploadStores & { requests: DynamoIdempotencyStore } {
  const documents = openDocumentClient();
  return {
    requests: new DynamoIdempotencyStore(documents, jobsTable),
    counter: new DynamoUploadCounter(documents, jobsTable),
    records: new DynamoUploadRecords(documents, jobsTable),
    uploads: new S3UploadStore(openObjects(bucket)),
  };
}

export const openFiles = (bucket: string, jobsTable: string): S3FileStore =>
  new S3FileStore(openObjects(bucket), openDocumentClient(), jobsTable);

/** Files for other functions. */
export const openInputs = (bucket: string): S3InputStore => new S3InputStore(openObjects(bucket));

/** Environment variables that `openConversionStores` takes. */
export const conversionVariables = [
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'RUNNING_CONVERSIONS',
  'MONTHLY_DOCUMENTS',
] as const;

export type ConversionVariables = Readonly<Record<(typeof conversionVariables)[number], string>>;

/** What every synchronous conversion works with. */
export function openConversionStores(variables: ConversionVariables): {
  objects: ObjectStore;
  files: S3FileStore;
  uploads: S3UploadStore;
  admission: Admission;
  requests: DynamoIdempotencyStore;
} {
  const { BUCKET_NAME, JOBS_TABLE_NAME } = variables;
  const objects = openObjects(BUCKET_NAME);
  const documents = openDocumentClient();
  return {
    objects,
    files: new S3FileStore(objects, documents, JOBS_TABLE_NAME),
    uploads: new S3UploadStore(objects),
    admission: {
      ...openJobAdmission(documents, variables),
      running: new RunningConversions(
        new DynamoActivityStore(documents, JOBS_TABLE_NAME),
        parsePlanCap('runningConversions', variables),
      ),
    },
    requests: new DynamoIdempotencyStore(documents, JOBS_TABLE_NAME),
  };
}

/** Admits calls that only submit a job: by rate and quota. */
const openJobAdmission = (
  documents: DynamoDBDocumentClient,
  variables: Readonly<Record<'JOBS_TABLE_NAME' | 'MONTHLY_DOCUMENTS', string>>,
): Admission => ({
  rateLimiter: new DynamoRateLimiter(documents, variables.JOBS_TABLE_NAME),
  quota: new DynamoMonthlyQuota(
    documents,
    variables.JOBS_TABLE_NAME,
    parsePlanCap('monthlyDocuments', variables),
  ),
});

export const openObjects = (bucket: string): ObjectStore => new ObjectStore(openS3, bucket);

async function openS3(): Promise<S3Client> {
  const { S3Client } = await import('./s3/sdk.ts');
  return new S3Client({
    ...objectLimits,
    // By default presigned URLs carry the checksum of an empty body, which no client's body has.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // To ask before it sends, the SDK would make a connection of its own for each large object.
    expectContinueHeader: false,
  });
}

interface StoreNames {
  BUCKET_NAME: string;
  JOBS_TABLE_NAME: string;
}

export const openJobStore = (table: string): DynamoJobStore =>
  new DynamoJobStore(openDocumentClient(), table);

export const openJobQueue = (url: string): SqsJobQueue => new SqsJobQueue(openSqs, url);

async function openSqs(): Promise<SQSClient> {
  const { SQSClient } = await import('./sqs/sdk.ts');
  return new SQSClient(messageLimits);
}

/** What reads and ends jobs. */
export function openJobs({ BUCKET_NAME, JOBS_TABLE_NAME }: StoreNames, documents = openDocumentClient()) {
  const objects = openObjects(BUCKET_NAME);
  const activity = new DynamoActivityStore(documents, JOBS_TABLE_NAME);
  return {
    activity,
    objects,
    jobs: new DynamoJobStore(documents, JOBS_TABLE_NAME, activity),
    files: new S3FileStore(objects, documents, JOBS_TABLE_NAME),
    inputs: new S3InputStore(objects),
    uploads: new S3UploadStore(objects),
    requests: new DynamoIdempotencyStore(documents, JOBS_TABLE_NAME),
  };
}

/** Environment variables of a job queue's worker. `JOB_QUEUE` is the name of the queue. */
export const workerVariables = [
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'JOB_QUEUE',
  'JOB_QUEUE_URL',
  'WEBHOOK_QUEUE_URL',
] as const;

/** What runs the jobs of a queue. */
export function openWorkerStores(variables: Readonly<Record<(typeof workerVariables)[number], string>>) {
  const documents = openDocumentClient();
  const queue = parseJobQueueName(variables.JOB_QUEUE);
  return {
    ...openJobs(variables, documents),
    backlog: new DynamoBacklog(documents, variables.JOBS_TABLE_NAME, queue),
  };
}

/** What lists jobs. */
export function openJobList({ BUCKET_NAME, JOBS_TABLE_NAME }: StoreNames) {
  const documents = openDocumentClient();
  return {
    list: new DynamoJobList(documents, JOBS_TABLE_NAME),
    jobs: new DynamoJobStore(documents, JOBS_TABLE_NAME),
    files: new S3FileStore(openObjects(BUCKET_NAME), documents, JOBS_TABLE_NAME),
  };
}

/** The stores of webhook deliveries. */
export function openWebhookStores(names: {
  BUCKET_NAME: string;
  JOBS_TABLE_NAME: string;
  WEBHOOK_SECRETS_TABLE_NAME: string;
}) {
  const documents = openDocumentClient();
  return {
    jobs: new DynamoJobStore(documents, names.JOBS_TABLE_NAME),
    deliveries: new DynamoDeliveryStore(documents, names.JOBS_TABLE_NAME),
    lane: new DynamoSlowLane(documents, names.JOBS_TABLE_NAME),
    secrets: new DynamoSecretStore(documents, names.WEBHOOK_SECRETS_TABLE_NAME),
    files: new S3FileStore(openObjects(names.BUCKET_NAME), documents, names.JOBS_TABLE_NAME),
  };
}

/** Environment variables that `openJobSubmission` takes. */
export const submissionVariables = [
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'JOB_QUEUE',
  'JOB_QUEUE_URL',
  'OPEN_JOBS',
  'MONTHLY_DOCUMENTS',
] as const;

/** What accepts jobs. */
export function openJobSubmission(variables: Readonly<Record<(typeof submissionVariables)[number], string>>) {
  const documents = openDocumentClient();
  return {
    ...openJobs(variables, documents),
    admission: openJobAdmission(documents, variables),
    openJobsCap: parsePlanCap('openJobs', variables),
    queueName: parseJobQueueName(variables.JOB_QUEUE),
    queue: openJobQueue(variables.JOB_QUEUE_URL),
  };
}
