import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { GetQueueAttributesCommand, ListQueuesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { type Job, jobRecord } from '#lib/jobs/job.ts';
import type { Access } from './service-run.ts';

export type Item = Record<string, unknown> & { pk: string; sk: string };

/** What lies in the stores themselves, past all proxies and functions. */
export class StoredState {
  readonly #tables: DynamoDBDocumentClient;
  readonly #queues: SQSClient;
  readonly #objects: S3Client;

  constructor({ endpoints, region, credentials }: Access) {
    const common = { region, credentials: { ...credentials } };
    this.#tables = DynamoDBDocumentClient.from(
      new DynamoDBClient({ ...common, endpoint: endpoints.dynamodb }),
    );
    this.#queues = new SQSClient({ ...common, endpoint: endpoints.sqs });
    this.#objects = new S3Client({ ...common, endpoint: endpoints.s3, forcePathStyle: true });
  }

  /** Everything in the jobs table. */
  async items(): Promise<Item[]> {
    const { TableNames = [] } = await this.#tables.send(new ListTablesCommand({}));
    const TableName = TableNames.find((name) => name.startsWith('DataJobs'));
    const items: Item[] = [];
    let start: Record<string, unknown> | undefined;
    do {
      const page = await this.#tables.send(
        new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey: start }),
      );
      items.push(...((page.Items ?? []) as Item[]));
      start = page.LastEvaluatedKey;
    } while (start);
    return items;
  }

  /** The keys of all objects. */
  async objects(bucket: string): Promise<string[]> {
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const page = await this.#objects.send(
        new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: token }),
      );
      keys.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
      token = page.NextContinuationToken;
    } while (token !== undefined);
    return keys;
  }

  /** Messages of each queue, hidden ones too. */
  async messages(): Promise<Map<string, number>> {
    const { QueueUrls = [] } = await this.#queues.send(new ListQueuesCommand({}));
    const counts = QueueUrls.map(async (url) => {
      const { Attributes = {} } = await this.#queues.send(
        new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }),
      );
      const waiting = Number(Attributes['ApproximateNumberOfMessages']);
      const hidden =
        Number(Attributes['ApproximateNumberOfMessagesNotVisible']) +
        Number(Attributes['ApproximateNumberOfMessagesDelayed']);
      return [url.split('/').at(-1) ?? '', waiting + hidden] as const;
    });
    return new Map(await Promise.all(counts));
  }
}

export const jobsOf = (items: readonly Item[]): Job[] =>
  items.filter(({ sk }) => sk === 'JOB').map((item) => jobRecord.parse(item));
