import { type DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newUlid } from '../../base/ulid.ts';
import { conditionHeld } from '../condition-held.ts';
import { jobKey } from './job-items.ts';
import type { Attempt } from '../../jobs/job-store.ts';
import type { WebhookRecord } from '../../jobs/notification.ts';
import type { DeliveryStore } from '../../webhooks/delivery-store.ts';

/** Stores attempts in the attribute `webhook` of the jobs table's items. */
export class DynamoDeliveryStore implements DeliveryStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async begin(jobId: string, { attempts }: WebhookRecord, leaseUntil: number): Promise<boolean> {
    const call = newUlid();
    const begun = await this.#update(
      jobId,
      'SET webhook.attempts = :next, webhook.nextAt = :until, webhook.#call = :call',
      'webhook.attempts = :seen AND attribute_not_exists(webhook.deliveredAt)',
      { ':seen': attempts, ':next': attempts + 1, ':until': leaseUntil, ':call': call },
      { '#call': 'call' },
    );
    // The SDK retries a call whose response was lost, and finds its own write.
    return begun || (await this.#lastCall(jobId)) === call;
  }

  async delivered(jobId: string, status: number, at: Date): Promise<void> {
    await this.#update(
      jobId,
      'SET webhook.lastStatus = :status, webhook.deliveredAt = if_not_exists(webhook.deliveredAt, :at)',
      'attribute_exists(webhook)',
      { ':status': status, ':at': at.toISOString() },
    );
  }

  async failed({ jobId, attempt }: Attempt, status: number | null, nextAt: number): Promise<void> {
    await this.#update(
      jobId,
      'SET webhook.lastStatus = :status, webhook.nextAt = :nextAt',
      'webhook.attempts = :attempt AND attribute_not_exists(webhook.deliveredAt)',
      { ':status': status, ':nextAt': nextAt, ':attempt': attempt },
    );
  }

  /** Returns the mark of the call that began the last attempt. */
  async #lastCall(jobId: string): Promise<unknown> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: jobKey(jobId), ConsistentRead: true }),
    );
    return (Item?.['webhook'] as Record<string, unknown> | undefined)?.['call'];
  }

  /** Returns whether the condition held. */
  #update(
    jobId: string,
    UpdateExpression: string,
    ConditionExpression: string,
    ExpressionAttributeValues: Record<string, unknown>,
    ExpressionAttributeNames?: Record<string, string>,
  ): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: jobKey(jobId),
          UpdateExpression,
          ConditionExpression,
          ExpressionAttributeValues,
          ExpressionAttributeNames,
        }),
      ),
    );
  }
}
