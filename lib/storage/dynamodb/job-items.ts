import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { newUlid } from '../../base/ulid.ts';
import type { Job } from '../../jobs/job.ts';
import { storedJob } from '../../jobs/stored-job.ts';

/** Seconds after `expiresAt` at which DynamoDB may delete the item. Readers check `expiresAt`. */
const ttlMargin = 7 * 24 * 3600;

/** The key of a job's item. */
export const jobKey = (jobId: string) => ({ pk: `JOB#${jobId}`, sk: 'JOB' });

/** Reads and writes the items of jobs, one for each job. */
export class JobItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Creates the record of a job, with further attributes. False if it exists. */
  async create(job: Job, attributes: Record<string, unknown>): Promise<boolean> {
    const call = newUlid();
    const put = new PutCommand({
      TableName: this.#table,
      Item: {
        ...jobKey(job.id),
        ...job,
        call,
        ttl: Math.ceil(Date.parse(job.expiresAt) / 1000) + ttlMargin,
        ...attributes,
      },
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    try {
      await this.#client.send(put);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return (await this.read(job.id))?.['call'] === call;
    }
  }

  async read(jobId: string): Promise<Record<string, unknown> | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: jobKey(jobId), ConsistentRead: true }),
    );
    return Item;
  }

  /** Returns the job after the change, or undefined if the condition did not hold. */
  async update(jobId: string, input: Partial<UpdateCommandInput>): Promise<Job | undefined> {
    const usesStatus = `${input.UpdateExpression} ${input.ConditionExpression}`.includes('#status');
    try {
      const { Attributes } = await this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: jobKey(jobId),
          ReturnValues: 'ALL_NEW',
          ...input,
          ...(usesStatus
            ? { ExpressionAttributeNames: { ...input.ExpressionAttributeNames, '#status': 'status' } }
            : {}),
        }),
      );
      return storedJob.parse(Attributes);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }
}
