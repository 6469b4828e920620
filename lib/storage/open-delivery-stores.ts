import { S3FileStore } from './file-store.ts';
import { DynamoJobStore } from './dynamodb/job-store.ts';
import { openDocuments, openObjects } from './open-stores.ts';
import { DynamoDeliveryStore } from './dynamodb/delivery-store.ts';
import { DynamoSecretStore } from './dynamodb/secret-store.ts';
import { DynamoSlowLane } from './dynamodb/slow-lane.ts';

/** What delivers webhooks. */
export function openDeliveries(names: {
  BUCKET_NAME: string;
  JOBS_TABLE_NAME: string;
  WEBHOOK_SECRETS_TABLE_NAME: string;
}) {
  const documents = openDocuments();
  return {
    jobs: new DynamoJobStore(documents, names.JOBS_TABLE_NAME),
    deliveries: new DynamoDeliveryStore(documents, names.JOBS_TABLE_NAME),
    lane: new DynamoSlowLane(documents, names.JOBS_TABLE_NAME),
    secrets: new DynamoSecretStore(documents, names.WEBHOOK_SECRETS_TABLE_NAME),
    files: new S3FileStore(openObjects(names.BUCKET_NAME), documents, names.JOBS_TABLE_NAME),
  };
}
