import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { setTimeout as sleep } from 'node:timers/promises';
import { newUlid } from '../../base/ulid.ts';
import { limits } from '../../base/limits.ts';
import {
  counterRecord,
  type CountChange,
  type UploadCount,
  type UploadCounter,
} from '../../files/upload-counter.ts';

/** Attempts at a change while other calls change the counter. */
const maxTries = 8;

/**
 * One item per key in the jobs table. Each change writes a mark, `call`: the SDK retries a call whose response was
 * lost, and the condition of the retry fails because of the first write. If the outcome of a change stays unknown, the
 * counter holds the larger sum until the next settlement.
 */
export class DynamoUploadCounter implements UploadCounter {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async read(owner: string): Promise<UploadCount> {
    const { Item = {} } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: counterKey(owner), ConsistentRead: true }),
    );
    return counterRecord.parse(Item);
  }

  async add(owner: string, size: number, limit: CountChange, now: number): Promise<boolean> {
    for (let count = 1; ; count += 1) {
      const call = newUlid();
      const { written } = await this.#update(owner, {
        UpdateExpression:
          'SET #call = :call, settlement = if_not_exists(settlement, :none), #ttl = :ttl ADD #open :size, held :size',
        ConditionExpression:
          'attribute_not_exists(#open) OR #open <= :openRoom AND held <= :heldRoom AND #call <> :call',
        ExpressionAttributeNames: { '#open': 'open', '#call': 'call', '#ttl': 'ttl' },
        ExpressionAttributeValues: {
          ':call': call,
          ':none': '',
          ':ttl': ttlAt(now),
          ':size': size,
          ':openRoom': limit.open - size,
          ':heldRoom': limit.held - size,
        },
      });
      if (written) return true;
      const current = await this.read(owner);
      if (current.call === call) return true;
      const hasRoom = current.open + size <= limit.open && current.held + size <= limit.held;
      // With room, the size was added, and another call changed the counter before the retry of the SDK. Or room became free.
      if (!hasRoom || count === maxTries) return false;
    }
  }

  async subtract(owner: string, change: CountChange, seen: UploadCount): Promise<boolean> {
    const call = newUlid();
    let current = seen;
    for (let count = 1; ; count += 1) {
      if (current.settlement !== seen.settlement || current.call === '' || current.open < change.open)
        return false;
      const { written, attempts } = await this.#update(owner, {
        UpdateExpression: 'SET #call = :call ADD #open :open, held :held',
        ConditionExpression: '#call = :seen AND settlement = :settlement',
        ExpressionAttributeNames: { '#open': 'open', '#call': 'call' },
        ExpressionAttributeValues: {
          ':call': call,
          ':open': -change.open,
          ':held': -change.held,
          ':seen': current.call,
          ':settlement': seen.settlement,
        },
      });
      if (written) return true;
      current = await this.read(owner);
      if (current.call === call) return true;
      // The first of several attempts may have been written and then changed by another call.
      if (attempts > 1 || count === maxTries) return false;
      await sleep(Math.random() * 10 * count);
    }
  }

  async startSettlement(owner: string, now: number, until: number): Promise<UploadCount | undefined> {
    const { written, item } = await this.#update(owner, {
      UpdateExpression:
        'SET settleAt = :until, #call = if_not_exists(#call, :none), settlement = if_not_exists(settlement, :none), ' +
        '#ttl = :ttl',
      ConditionExpression: 'attribute_not_exists(settleAt) OR settleAt <= :now',
      ExpressionAttributeNames: { '#call': 'call', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':until': until, ':none': '', ':ttl': ttlAt(now), ':now': now },
    });
    return written ? counterRecord.parse(item) : undefined;
  }

  async settle(
    owner: string,
    found: CountChange & Pick<UploadCount, 'settleAt' | 'nextAt'>,
    seen: UploadCount,
  ): Promise<boolean> {
    const { written } = await this.#update(owner, {
      UpdateExpression:
        'SET #open = :open, held = :held, settlement = :own, settleAt = :settleAt' +
        (found.nextAt === undefined ? ' REMOVE nextAt' : ', nextAt = :nextAt'),
      ConditionExpression: '#call = :seen AND settlement = :settlement',
      ExpressionAttributeNames: { '#open': 'open', '#call': 'call' },
      ExpressionAttributeValues: {
        ':open': found.open,
        ':held': found.held,
        ':own': newUlid(),
        ':settleAt': found.settleAt,
        ':nextAt': found.nextAt,
        ':seen': seen.call,
        ':settlement': seen.settlement,
      },
    });
    return written;
  }

  async #update(
    owner: string,
    input: Partial<UpdateCommandInput>,
  ): Promise<{ written: boolean; attempts: number; item?: Record<string, unknown> | undefined }> {
    try {
      const { Attributes: item, $metadata } = await this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: counterKey(owner),
          ReturnValues: 'ALL_NEW',
          ...input,
        }),
      );
      return { written: true, attempts: $metadata.attempts ?? 1, item };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { written: false, attempts: error.$metadata.attempts ?? 1 };
    }
  }
}

/** A TTL after the end of every upload that the item counts. */
const ttlAt = (now: number): number => Math.ceil(now / 1000) + 2 * limits.fileSeconds;

const counterKey = (owner: string) => ({ pk: `OWNER#${owner}`, sk: 'OPEN-UPLOADS' });
