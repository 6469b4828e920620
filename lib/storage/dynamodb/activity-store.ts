import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type {
  ActivityKind,
  AdmittedCall,
  CallActivityStore,
  ConversionUsage,
  FindEnded,
  Slot,
  SlotRequest,
  SlotsRequest,
} from '../../activity/activity.ts';
import type { Principal } from '../../auth/authorizer.ts';
import { activityKey } from './activity-items.ts';
import { DayItems, elementsOf, type ItemSlots } from './day-items.ts';
import { FoundShards } from './found-shards.ts';
import { OutdatedCounters, RateCounter } from './rate-counter.ts';
import { DynamoRateLimiter } from './rate-limiter.ts';
import {
  holderOf,
  isLapsed,
  itemName,
  shardCount,
  shardLimit,
  shardOf,
  slotName,
  timeToLiveOf,
} from './slot-items.ts';
import { countersOf } from './usage-counters.ts';
import { dayOf } from '../../base/days.ts';

/**
 * Items without enough free slots that a request tries before it gives up on them. Other requests may take the slots in
 * between.
 */
const maxTries = 4;

/** Maximum number of slots to check for holders that failed to release them. */
const maxChecked = 40;

/**
 * Stores slots and usage in the table with the keys `pk` and `sk`. An item belongs to a key, a UTC day and a shard. It
 * holds a set of slots of each kind and the day's usage counters, so that one update at the end of a conversion
 * releases its slot and counts it. The first item of a day also counts the calls of the current minute, so that one
 * update admits a call.
 *
 * The cap is exact: an item's condition limits its own set, and leaves room for the slots that the item of the previous
 * day still holds. That item only shrinks, so an outdated read of it errs on the safe side.
 */
export class DynamoActivityStore implements CallActivityStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #now: () => number;
  readonly #items: DayItems;
  readonly #shards = new FoundShards();
  readonly #rates: DynamoRateLimiter;
  readonly #outdated = new OutdatedCounters();

  constructor(client: DynamoDBDocumentClient, table: string, now: () => number = Date.now) {
    this.#client = client;
    this.#table = table;
    this.#now = now;
    this.#items = new DayItems(client, table, now);
    this.#rates = new DynamoRateLimiter(client, table, now, this.#outdated);
  }

  async admit(caller: Principal, request: SlotRequest): Promise<AdmittedCall> {
    return (
      (this.#shards.shardFor(request, this.#now()) === 0
        ? await this.#admitAtOnce(caller, request)
        : undefined) ?? this.#admitSeparately(caller, request)
    );
  }

  async take(request: SlotRequest, findEnded?: FindEnded): Promise<Slot | undefined> {
    const shard = this.#shards.shardFor(request, this.#now());
    const room = await this.#items.roomIn(shard, request);
    return (await this.#takeIn(shard, room, request)) ?? this.#search(request, findEnded);
  }

  async takeAll(request: SlotsRequest, findEnded?: FindEnded): Promise<Slot[] | undefined> {
    const { ids, ...common } = request;
    const taken = ids.length > 1 ? await this.#takeTogether(request) : [];
    // Items without room for as many may have some, and slots that lapsed.
    for (const id of ids.slice(taken.length)) {
      const slot = await this.take({ ...common, id }, findEnded);
      if (!slot) {
        await this.releaseAll(request.owner, taken);
        return undefined;
      }
      taken.push(slot);
    }
    return taken;
  }

  release(owner: string, slot: Slot, usage?: ConversionUsage): Promise<void> {
    return this.#releaseIn(owner, slot, [slot.element], usage);
  }

  async releaseAll(owner: string, slots: readonly Slot[], usage?: ConversionUsage): Promise<void> {
    const groups = [...Map.groupBy(slots, ({ kind, item }) => `${kind} ${item}`).values()];
    await Promise.all(
      groups.map(async (group, index) => {
        const [first] = group;
        const elements = group.map(({ element }) => element);
        if (first) await this.#releaseIn(owner, first, elements, index === 0 ? usage : undefined);
      }),
    );
  }

  /** Releases slots of one item. Those behind the first one are released if that is. */
  async #releaseIn(
    owner: string,
    { kind, item }: Slot,
    elements: readonly string[],
    usage: ConversionUsage | undefined,
  ): Promise<void> {
    const counters = Object.entries(usage ? countersOf(usage) : {});
    const adds = counters.map((_, index) => `#c${index} :c${index}`);
    await this.#items.update(owner, item, {
      UpdateExpression: `DELETE #slots :slot${adds.length > 0 ? ` ADD ${adds.join(', ')}` : ''}`,
      // Also prevents a call that the SDK retries from counting twice.
      ConditionExpression: 'contains(#slots, :name)',
      ExpressionAttributeNames: {
        '#slots': kind,
        ...Object.fromEntries(counters.map(([name], index) => [`#c${index}`, name])),
      },
      ExpressionAttributeValues: {
        ':slot': new Set(elements),
        ':name': elements[0],
        ...Object.fromEntries(counters.map(([, count], index) => [`:c${index}`, count])),
      },
    });
  }

  /**
   * Counts a call and takes its slot in one write. Returns undefined if the item that counts calls has no free slot; the
   * call is not counted then.
   */
  async #admitAtOnce({ plan }: Principal, request: SlotRequest): Promise<AdmittedCall | undefined> {
    const { owner, kind } = request;
    const room = await this.#items.roomIn(0, request);
    if (room <= 0) return undefined;
    const now = this.#now();
    const counter = new RateCounter(plan, now);
    const slot: Slot = { kind, item: counter.item, element: slotName(request.until, request.id) };
    const counting = counter.counting(this.#outdated.take(owner, counter));
    try {
      const { Attributes = {} } = await this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: activityKey(owner, slot.item),
          UpdateExpression: `ADD #slots :slot, ${counting.add} SET #ttl = :ttl ${counting.remove}`,
          // Without parentheses, as all conditions: the local DynamoDB takes milliseconds to parse them.
          ConditionExpression: untakenConditions
            .flatMap((untaken) => counting.conditions.map((counts) => `${untaken} AND ${counts}`))
            .join(' OR '),
          ExpressionAttributeNames: { '#slots': kind, '#ttl': 'ttl', ...counting.names },
          ExpressionAttributeValues: {
            ':slot': new Set([slot.element]),
            ':name': slot.element,
            ':room': room,
            ':ttl': timeToLiveOf(now),
            ...counting.values,
          },
          ReturnValues: 'ALL_NEW',
        }),
      );
      this.#outdated.note(owner, counter, Attributes);
      return { rate: counter.status(counter.usedIn(Attributes)), slot };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
    const item = await this.#items.read(owner, slot.item);
    if (elementsOf(item[kind]).includes(slot.element))
      return { rate: counter.status(counter.usedIn(item)), slot };
    return counter.hasRoomIn(item) ? undefined : { rate: counter.status(undefined), slot: undefined };
  }

  async #admitSeparately(caller: Principal, request: SlotRequest): Promise<AdmittedCall> {
    const [rate, slot] = await Promise.all([this.#rates.take(caller), this.take(request)]);
    return { rate, slot };
  }

  async #takeIn(shard: number, room: number, request: SlotRequest): Promise<Slot | undefined> {
    const { id, ...common } = request;
    const [slot] = (await this.#takeAllIn(shard, room, { ...common, ids: [id] })) ?? [];
    if (slot) this.#shards.note(request, shard, this.#now());
    return slot;
  }

  /** Takes slots in one item after the other, in one write each. Items without room for as many are passed over. */
  async #takeTogether(request: SlotsRequest): Promise<Slot[]> {
    const taken: Slot[] = [];
    const { ids, limit } = request;
    const first = this.#shards.shardFor(request, this.#now());
    let failures = 0;
    for (
      let shard = first;
      shard < shardCount(limit) && taken.length < ids.length && failures < maxTries;
      shard += 1
    ) {
      const room = await this.#items.roomIn(shard, request);
      const next = ids.slice(taken.length, taken.length + Math.max(0, room));
      const slots = await this.#takeAllIn(shard, room, { ...request, ids: next });
      taken.push(...(slots ?? []));
      failures += slots ? 0 : 1;
    }
    return taken;
  }

  /** Takes slots in one item, or none if it has no room for all. */
  async #takeAllIn(
    shard: number,
    room: number,
    { owner, kind, ids, until }: SlotsRequest,
  ): Promise<Slot[] | undefined> {
    if (ids.length === 0 || room < ids.length) return undefined;
    const now = this.#now();
    const item = itemName(dayOf(now), shard);
    const slots = ids.map((id): Slot => ({ kind, item, element: slotName(until, id) }));
    const taken = await this.#items.update(owner, item, {
      UpdateExpression: 'ADD #slots :slots SET #ttl = :ttl',
      // An item that has the first and the last one has all of them.
      ConditionExpression:
        'attribute_not_exists(#slots) OR size(#slots) < :room OR contains(#slots, :first) AND contains(#slots, :last)',
      ExpressionAttributeNames: { '#slots': kind, '#ttl': 'ttl' },
      ExpressionAttributeValues: {
        ':slots': new Set(slots.map(({ element }) => element)),
        ':first': slots[0]?.element,
        ':last': slots.at(-1)?.element,
        ':room': room - slots.length + 1,
        ':ttl': timeToLiveOf(now),
      },
    });
    return taken ? slots : undefined;
  }

  /** Searches all items of the key for a free slot, and frees slots that lapsed or were not released. */
  async #search(request: SlotRequest, findEnded: FindEnded | undefined): Promise<Slot | undefined> {
    const { owner, kind, limit } = request;
    const held = await this.#freeUnused(owner, await this.#items.slotsOf(owner, kind), findEnded, kind);
    const rooms = Array.from({ length: shardCount(limit) }, (_, shard) => {
      const inShard = held.filter(({ item }) => shardOf(item) === shard);
      const yesterday = inShard.filter(({ item }) => !item.startsWith(dayOf(this.#now())));
      const count = (slots: ItemSlots[]) => slots.reduce((sum, { elements }) => sum + elements.length, 0);
      const most = shardLimit(limit, shard);
      return { shard, room: most - count(yesterday), free: most - count(inShard) };
    });
    const withRoom = rooms.filter(({ free }) => free > 0).sort((a, b) => b.free - a.free);
    for (const { shard, room } of withRoom.slice(0, maxTries)) {
      const slot = await this.#takeIn(shard, room, request);
      if (slot) return slot;
    }
    return undefined;
  }

  async #freeUnused(
    owner: string,
    held: readonly ItemSlots[],
    findEnded: FindEnded | undefined,
    kind: ActivityKind,
  ): Promise<ItemSlots[]> {
    const now = this.#now();
    const holders = held.flatMap(({ elements }) => elements.map(holderOf)).slice(0, maxChecked);
    const ended = new Set(await findEnded?.(holders));
    const isUnused = (element: string): boolean => isLapsed(element, now) || ended.has(holderOf(element));
    return Promise.all(
      held.map(async ({ item, elements }) => {
        const unused = elements.filter(isUnused);
        if (unused.length > 0) {
          await this.#items.update(owner, item, {
            UpdateExpression: 'DELETE #slots :unused',
            ExpressionAttributeNames: { '#slots': kind },
            ExpressionAttributeValues: { ':unused': new Set(unused) },
          });
        }
        return { item, elements: elements.filter((element) => !isUnused(element)) };
      }),
    );
  }
}

/**
 * Conditions of which one must hold to take a slot for the first time. When the SDK retries a call whose response was lost,
 * none holds.
 */
const untakenConditions = [
  'attribute_not_exists(#slots)',
  'size(#slots) < :room AND NOT contains(#slots, :name)',
];
