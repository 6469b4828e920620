import { type DynamoDBDocumentClient, GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { newUlid } from '../../base/ulid.ts';
import * as z from 'zod';
import { conditionHeld } from '../condition-held.ts';
import { limits } from '../../base/limits.ts';
import {
  type Attempt,
  type Beginning,
  type IdempotencyStore,
  type Outcome,
  outcome,
  type RequestIdentity,
} from '../../idempotency/idempotency-store.ts';

const record = z.object({
  v: z.literal(1),
  fingerprint: z.string(),
  token: z.string(),
  resourceId: z.string(),
  /** Milliseconds since the epoch. Only while the request has not ended. */
  leaseUntil: z.number().optional(),
  outcome: outcome.optional(),
  /** Milliseconds since the epoch. From then on, the record counts as absent. */
  forgottenAt: z.number(),
});

/** Seconds after `forgottenAt` at which DynamoDB may delete the item. */
const ttlMargin = 3600;

/** Reads of a request that another attempt changes at the same moment, at most. */
const maxRounds = 3;

/** Stores requests in the jobs table, under their owner. */
export class DynamoIdempotencyStore implements IdempotencyStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async begin(request: RequestIdentity, now: number, leaseUntil: number): Promise<Beginning> {
    const { owner, id, fingerprint } = request;
    const token = newUlid();
    for (let round = 0; round < maxRounds; round += 1) {
      const attempt: Attempt = { owner, id, token, resourceId: newUlid() };
      if (await this.#create(attempt, fingerprint, now, leaseUntil)) return { kind: 'begun', attempt };
      const found = await this.#find(request);
      // The record expired between the two calls.
      if (!found || found.forgottenAt <= now) continue;
      const { resourceId } = found;
      const own: Beginning = { kind: 'begun', attempt: { ...attempt, resourceId } };
      // The SDK retries a call whose response was lost, and finds its own write.
      if (found.token === token) return own;
      if (found.fingerprint !== fingerprint) return { kind: 'different' };
      if (found.outcome) return { kind: 'ended', outcome: found.outcome };
      if ((found.leaseUntil ?? 0) >= now) return { kind: 'running' };
      if (await this.#takeOver(attempt, found.token, leaseUntil)) return own;
    }
    // The attempt that was faster each time is running now.
    return { kind: 'running' };
  }

  async end(attempt: Attempt, ended: Outcome): Promise<boolean> {
    const isFirst = await this.#change(attempt, attempt.token, 'SET #outcome = :outcome REMOVE leaseUntil', {
      ':outcome': ended,
    });
    // The SDK retries a call whose response was lost, and finds its own write.
    return isFirst || (await this.#find(attempt))?.token === attempt.token;
  }

  async release(attempt: Attempt): Promise<void> {
    await this.#change(attempt, attempt.token, 'SET leaseUntil = :none', { ':none': 0 });
  }

  async #find(request: { owner: string; id: string }): Promise<z.output<typeof record> | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: itemKey(request), ConsistentRead: true }),
    );
    return Item && record.parse(Item);
  }

  /** Creates the record of a key that was not used within a day. */
  #create(attempt: Attempt, fingerprint: string, now: number, leaseUntil: number): Promise<boolean> {
    const forgottenAt = now + limits.idempotencySeconds * 1000;
    const { token, resourceId } = attempt;
    const item: z.input<typeof record> = { v: 1, fingerprint, token, resourceId, leaseUntil, forgottenAt };
    return conditionHeld(
      this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: { ...itemKey(attempt), ...item, ttl: Math.ceil(forgottenAt / 1000) + ttlMargin },
          ConditionExpression: 'attribute_not_exists(pk) OR forgottenAt <= :now',
          ExpressionAttributeValues: { ':now': now },
        }),
      ),
    );
  }

  #takeOver(attempt: Attempt, from: string, leaseUntil: number): Promise<boolean> {
    return this.#change(attempt, from, 'SET #token = :next, leaseUntil = :until', {
      ':next': attempt.token,
      ':until': leaseUntil,
    });
  }

  /** Changes a request whose lease the attempt with that token holds. */
  #change(
    { owner, id }: Attempt,
    token: string,
    update: string,
    values: Record<string, unknown>,
  ): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: itemKey({ owner, id }),
          UpdateExpression: update,
          ConditionExpression: '#token = :token AND attribute_not_exists(#outcome)',
          ExpressionAttributeNames: { '#token': 'token', '#outcome': 'outcome' },
          ExpressionAttributeValues: { ':token': token, ...values },
        }),
      ),
    );
  }
}

const itemKey = ({ owner, id }: { owner: string; id: string }) => ({
  pk: `OWNER#${owner}`,
  sk: `REQUEST#${id}`,
});
