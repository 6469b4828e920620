import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { conditionHeld } from '../condition-held.ts';
import type { Principal } from '../../auth/authorizer.ts';
import { plans } from '../../auth/plans.ts';
import type { RateStatus, RateLimiter } from '../../auth/rate-limit.ts';

/**
 * Counts calls exactly, with one conditional update per call on the item of key and minute. API Gateway's usage plans
 * are "best effort", and their bucket of n admits up to 2n calls in a minute. They only serve as an outer limit.
 */
export class DynamoRateLimiter implements RateLimiter {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #now: () => number;

  constructor(client: DynamoDBDocumentClient, table: string, now: () => number = Date.now) {
    this.#client = client;
    this.#table = table;
    this.#now = now;
  }

  async take({ keyId, plan }: Principal): Promise<RateStatus> {
    const now = this.#now();
    const minute = Math.floor(now / 60_000);
    const limit = plans[plan].requestsPerMinute;
    const resetAt = (minute + 1) * 60;
    const used = await this.#count(rateOf(keyId), String(minute), limit, resetAt);
    return {
      allowed: used !== undefined,
      plan,
      limit,
      remaining: limit - (used ?? limit),
      resetSeconds: Math.max(1, Math.ceil(resetAt - now / 1000)),
      resetAt,
    };
  }

  async giveBack({ keyId }: Principal, status: RateStatus): Promise<RateStatus> {
    if (!status.allowed) return status;
    await conditionHeld(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: { pk: rateOf(keyId), sk: String(status.resetAt / 60 - 1) },
          UpdateExpression: 'ADD calls :minus SET givenBack = :id',
          // The SDK retries a call whose response was lost; the retry must not count twice.
          ConditionExpression: 'attribute_not_exists(givenBack) OR givenBack <> :id',
          ExpressionAttributeValues: { ':minus': -1, ':id': ulid() },
        }),
      ),
    );
    return { ...status, remaining: status.remaining + 1 };
  }

  /** Returns the calls counted in that minute, including this one, or undefined if the limit was reached before it. */
  async #count(pk: string, sk: string, limit: number, minuteEnd: number): Promise<number | undefined> {
    try {
      const { Attributes } = await this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: { pk, sk },
          UpdateExpression: 'ADD calls :one SET #ttl = :ttl',
          ConditionExpression: 'attribute_not_exists(calls) OR calls < :limit',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':one': 1, ':limit': limit, ':ttl': minuteEnd + 3600 },
          ReturnValues: 'UPDATED_NEW',
        }),
      );
      return Number(Attributes?.['calls']);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }
}

const rateOf = (keyId: string): string => `RATE#${keyId}`;
