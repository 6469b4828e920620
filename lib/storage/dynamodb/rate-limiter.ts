import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newUlid } from '../../base/ulid.ts';
import { conditionHeld } from '../condition-held.ts';
import type { Principal } from '../../auth/authorizer.ts';
import type { RateStatus, RateLimiter } from '../../auth/rate-limit.ts';
import { activityKey } from './activity-items.ts';
import { OutdatedCounters, RateCounter } from './rate-counter.ts';
import { timeToLiveOf } from './slot-items.ts';

/**
 * Counts calls exactly, with one conditional update per call. API Gateway's usage plans are "best effort", and their
 * bucket of n admits up to 2n calls in a minute. They only serve as an outer limit.
 *
 * `DynamoActivityStore.admit` counts a call and takes its slot in one update.
 */
export class DynamoRateLimiter implements RateLimiter {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #now: () => number;
  readonly #outdated: OutdatedCounters;

  constructor(
    client: DynamoDBDocumentClient,
    table: string,
    now: () => number = Date.now,
    outdated = new OutdatedCounters(),
  ) {
    this.#client = client;
    this.#table = table;
    this.#now = now;
    this.#outdated = outdated;
  }

  async take({ keyId, plan }: Principal): Promise<RateStatus> {
    const now = this.#now();
    const counter = new RateCounter(plan, now);
    const { add, remove, conditions, names, values } = counter.counting(this.#outdated.take(keyId, counter));
    try {
      const { Attributes = {} } = await this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: activityKey(keyId, counter.item),
          UpdateExpression: `ADD ${add} SET #ttl = :ttl ${remove}`,
          ConditionExpression: conditions.join(' OR '),
          ExpressionAttributeNames: { ...names, '#ttl': 'ttl' },
          ExpressionAttributeValues: { ...values, ':ttl': timeToLiveOf(now) },
          ReturnValues: 'ALL_NEW',
        }),
      );
      this.#outdated.note(keyId, counter, Attributes);
      return counter.status(counter.usedIn(Attributes));
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return counter.status(undefined);
      throw error;
    }
  }

  async giveBack({ keyId }: Principal, status: RateStatus): Promise<RateStatus> {
    if (!status.allowed) return status;
    const counter = RateCounter.of(status);
    const { add, names, values } = counter.reversal;
    await conditionHeld(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: activityKey(keyId, counter.item),
          UpdateExpression: `ADD ${add} SET givenBack = :id`,
          // The SDK retries a call whose response was lost; the retry must not count twice.
          ConditionExpression: 'attribute_not_exists(givenBack) OR givenBack <> :id',
          ExpressionAttributeNames: names,
          ExpressionAttributeValues: { ...values, ':id': newUlid() },
        }),
      ),
    );
    return { ...status, remaining: status.remaining + 1 };
  }
}
