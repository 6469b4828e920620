import { SQSClient } from '@aws-sdk/client-sqs';
import { messageLimits } from './call-limits.ts';
import { AllowedHosts } from '../engines/egress/allowed-hosts.ts';
import { DynamoActivityStore } from './dynamodb/activity-store.ts';
import { parsePlanCap } from '../auth/plan-caps.ts';
import { S3FileStore } from './file-store.ts';
import { S3InputStore } from './s3/input-store.ts';
import { S3UploadStore } from './s3/upload-store.ts';
import { DynamoIdempotencyStore } from './dynamodb/idempotency-store.ts';
import { openDocuments, openJobAdmission, openObjects } from './open-stores.ts';
import { DynamoBacklog } from './dynamodb/backlog.ts';
import { DynamoJobList } from './dynamodb/job-list.ts';
import { DynamoJobStore } from './dynamodb/job-store.ts';
import { SqsJobQueue } from './sqs/job-queue.ts';

interface StoreNames {
  BUCKET_NAME: string;
  JOBS_TABLE_NAME: string;
}

export const openJobStore = (table: string): DynamoJobStore => new DynamoJobStore(openDocuments(), table);

export const openJobQueue = (url: string): SqsJobQueue => new SqsJobQueue(new SQSClient(messageLimits), url);

/** What reads and ends jobs. */
export function openJobs({ BUCKET_NAME, JOBS_TABLE_NAME }: StoreNames, documents = openDocuments()) {
  const objects = openObjects(BUCKET_NAME);
  const activity = new DynamoActivityStore(documents, JOBS_TABLE_NAME);
  return {
    activity,
    objects,
    jobs: new DynamoJobStore(documents, JOBS_TABLE_NAME, activity),
    backlog: new DynamoBacklog(documents, JOBS_TABLE_NAME),
    files: new S3FileStore(objects, documents, JOBS_TABLE_NAME),
    inputs: new S3InputStore(objects),
    uploads: new S3UploadStore(objects),
    requests: new DynamoIdempotencyStore(documents, JOBS_TABLE_NAME),
  };
}

/** What lists jobs. */
export function openJobList({ BUCKET_NAME, JOBS_TABLE_NAME }: StoreNames) {
  const documents = openDocuments();
  return {
    list: new DynamoJobList(documents, JOBS_TABLE_NAME),
    jobs: new DynamoJobStore(documents, JOBS_TABLE_NAME),
    files: new S3FileStore(openObjects(BUCKET_NAME), documents, JOBS_TABLE_NAME),
  };
}

/** Environment variables that `openJobSubmission` takes. */
export const submissionVariables = [
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'OFFICE_QUEUE_URL',
  'OPEN_JOBS',
  'MONTHLY_DOCUMENTS',
] as const;

/**
 * What accepts jobs.
 *
 * @param OFFICE_UNAVAILABLE why this installation cannot run them, if so
 * @param ALLOWED_PRIVATE_HOSTS hosts that webhooks may call though they are not public
 */
export function openJobSubmission(
  variables: Readonly<Record<(typeof submissionVariables)[number], string>>,
  { OFFICE_UNAVAILABLE, ALLOWED_PRIVATE_HOSTS = '' }: NodeJS.ProcessEnv,
) {
  const documents = openDocuments();
  return {
    ...openJobs(variables, documents),
    admission: openJobAdmission(documents, variables),
    openJobsCap: parsePlanCap('openJobs', variables),
    queue: openJobQueue(variables.OFFICE_QUEUE_URL),
    unavailable: OFFICE_UNAVAILABLE,
    allowedHosts: AllowedHosts.parse(ALLOWED_PRIVATE_HOSTS),
  };
}

export type JobSubmission = ReturnType<typeof openJobSubmission>;
