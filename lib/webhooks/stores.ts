import { FileStore } from '../files/file-store.ts';
import { DynamoJobStore } from '../jobs/dynamo-job-store.ts';
import { openDocuments, openObjects } from '../stores.ts';
import { DynamoDeliveryStore } from './delivery-store.ts';
import { DynamoSecretStore } from './secret-store.ts';
import { DynamoSlowLane } from './slow-lane.ts';

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
    files: new FileStore(openObjects(names.BUCKET_NAME), documents, names.JOBS_TABLE_NAME),
  };
}
