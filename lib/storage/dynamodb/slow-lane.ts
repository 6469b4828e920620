import { type DynamoDBDocumentClient, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { newUlid } from '../../base/ulid.ts';
import { conditionHeld } from '../condition-held.ts';
import type { SlowLane } from '../../webhooks/slow-lane.ts';

const key = { pk: 'SLOW-WEBHOOKS', sk: 'LANE' };
/** Seconds after which DynamoDB may delete an unused item. */
const timeToLive = 24 * 3600;

/**
 * Stores the lane as one item of the jobs table. It is written only for webhooks to slow receivers, twice per batch.
 */
export class DynamoSlowLane implements SlowLane {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async take(now: number, until: number): Promise<string | undefined> {
    const hold = newUlid();
    const taken = await this.#update({
      UpdateExpression: 'SET leaseUntil = :until, holder = :hold, #ttl = :ttl',
      // The SDK retries a call whose response was lost, and finds its own write.
      ConditionExpression: 'attribute_not_exists(pk) OR leaseUntil < :now OR holder = :hold',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':until': until,
        ':hold': hold,
        ':now': now,
        ':ttl': Math.ceil(until / 1000) + timeToLive,
      },
    });
    return taken ? hold : undefined;
  }

  async release(hold: string): Promise<void> {
    await this.#update({
      UpdateExpression: 'SET leaseUntil = :none',
      ConditionExpression: 'holder = :hold',
      ExpressionAttributeValues: { ':none': 0, ':hold': hold },
    });
  }

  #update(input: Partial<UpdateCommandInput>): Promise<boolean> {
    return conditionHeld(
      this.#client.send(new UpdateCommand({ TableName: this.#table, Key: key, ...input })),
    );
  }
}
