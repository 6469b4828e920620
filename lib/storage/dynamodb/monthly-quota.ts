import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { conditionHeld } from '../condition-held.ts';
import type { Principal } from '../../auth/authorizer.ts';
import type { PlanCap } from '../../auth/plan-caps.ts';
import type { Quota } from '../../activity/admission.ts';
import { AppError } from '../../base/app-error.ts';

/** Seconds after the end of its month at which DynamoDB may delete the counter. */
const keptSeconds = 31 * 24 * 3600;

/**
 * Limits the documents that a key may convert in a UTC month. A plan with 0 has no quota, and costs no call.
 *
 * Documents are counted when a conversion is accepted. A synchronous conversion that fails gives them back; a job that
 * fails does not.
 */
export class DynamoMonthlyQuota implements Quota {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #cap: PlanCap;
  readonly #now: () => number;

  constructor(client: DynamoDBDocumentClient, table: string, cap: PlanCap, now: () => number = Date.now) {
    this.#client = client;
    this.#table = table;
    this.#cap = cap;
    this.#now = now;
  }

  limits({ plan }: Principal): boolean {
    return this.#cap[plan] > 0;
  }

  async within<T>(caller: Principal, documents: number, convert: () => Promise<T>): Promise<T> {
    if (!this.limits(caller)) return convert();
    const limit = this.#cap[caller.plan];
    const month = new Date(this.#now()).toISOString().slice(0, 7);
    const room = limit - documents;
    // The first documents of a month find no counter, and can exceed the quota all the same.
    const fits = `${room >= 0 ? 'attribute_not_exists(#documents) OR ' : ''}#documents <= :bound`;
    if (!(await this.#count(caller, month, documents, fits, room))) throw this.#exceeded(caller, limit);
    try {
      return await convert();
    } catch (error) {
      await this.#count(caller, month, -documents, '#documents >= :bound', documents).catch(() => undefined);
      throw error;
    }
  }

  /** Adds to the month's counter. Returns whether the condition held. */
  #count(
    { keyId }: Principal,
    month: string,
    documents: number,
    condition: string,
    bound: number,
  ): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: { pk: `QUOTA#${keyId}`, sk: month },
          UpdateExpression: 'ADD #documents :n SET #ttl = :ttl',
          ConditionExpression: condition,
          ExpressionAttributeNames: { '#documents': 'documents', '#ttl': 'ttl' },
          ExpressionAttributeValues: {
            ':n': documents,
            ':bound': bound,
            ':ttl': Math.ceil(nextMonth(month).getTime() / 1000) + keptSeconds,
          },
        }),
      ),
    );
  }

  #exceeded({ plan }: Principal, limit: number): AppError {
    const next = nextMonth(new Date(this.#now()).toISOString().slice(0, 7));
    return new AppError(
      'quota-exceeded',
      `The ${plan} plan allows ${limit} documents per month. The next month begins on ${next.toISOString().slice(0, 10)}.`,
      { retryAfterSeconds: Math.max(1, Math.ceil((next.getTime() - this.#now()) / 1000)) },
    );
  }
}

/** @param month `2026-11` */
function nextMonth(month: string): Date {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1));
}
