import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { ActivityKind, SlotRequest } from '../../activity/activity.ts';
import { dayBefore, dayOf } from '../../base/days.ts';
import { conditionHeld } from '../condition-held.ts';
import { activityItems, activityKey } from './activity-items.ts';
import { isLapsed, itemName, longestLife, shardLimit, timeOfDay } from './slot-items.ts';

/** Milliseconds after midnight in which a clock that is behind may still add to the previous day. */
const clockSkew = 60_000;

/** Maximum number of items that are known to be empty. An evicted one costs one more call. */
const maxRemembered = 10_000;

/** The slots of one kind in one item. */
export interface ItemSlots {
  item: string;
  elements: readonly string[];
}

/** The items of each key: one for each UTC day and shard, with a set of slots of each kind. */
export class DayItems {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #now: () => number;
  /** Items of past days that are known to have no slots. */
  readonly #empty = new Set<string>();

  constructor(client: DynamoDBDocumentClient, table: string, now: () => number) {
    this.#client = client;
    this.#table = table;
    this.#now = now;
  }

  /** The slots that today's item of a shard may hold. */
  async roomIn(shard: number, { owner, kind, limit }: Omit<SlotRequest, 'id'>): Promise<number> {
    return shardLimit(limit, shard) - (await this.#heldSinceYesterday(owner, kind, shard));
  }

  /** The slots of today and yesterday. */
  async slotsOf(owner: string, kind: ActivityKind): Promise<ItemSlots[]> {
    const now = this.#now();
    const found: ItemSlots[] = [];
    for await (const item of activityItems(
      { client: this.#client, table: this.#table },
      owner,
      dayBefore(now),
      dayOf(now),
    )) {
      found.push({ item: String(item['sk']), elements: elementsOf(item[kind]) });
    }
    return found;
  }

  /** The number of slots that the item of the previous day still holds. */
  async #heldSinceYesterday(owner: string, kind: ActivityKind, shard: number): Promise<number> {
    const now = this.#now();
    if (timeOfDay(now) > longestLife[kind]) return 0;
    const item = itemName(dayBefore(now), shard);
    const name = `${owner} ${kind} ${item}`;
    if (this.#empty.has(name)) return 0;
    const held = await this.read(owner, item);
    const count = elementsOf(held[kind]).filter((element) => !isLapsed(element, now)).length;
    if (count === 0 && timeOfDay(now) > clockSkew) this.#remember(name);
    return count;
  }

  #remember(emptyItem: string): void {
    this.#empty.add(emptyItem);
    if (this.#empty.size > maxRemembered) this.#empty.clear();
  }

  async read(owner: string, item: string): Promise<Record<string, unknown>> {
    const { Item = {} } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: activityKey(owner, item), ConsistentRead: true }),
    );
    return Item;
  }

  /** Returns whether the condition held. */
  update(owner: string, item: string, input: Partial<UpdateCommandInput>): Promise<boolean> {
    return conditionHeld(
      this.#client.send(
        new UpdateCommand({ TableName: this.#table, Key: activityKey(owner, item), ...input }),
      ),
    );
  }
}

/** The members of a set. DynamoDB has no empty sets. */
export const elementsOf = (set: unknown): string[] => (set instanceof Set ? [...(set as Set<string>)] : []);
