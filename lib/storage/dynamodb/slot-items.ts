import type { ActivityKind } from '../../activity/activity.ts';
import { millisecondsPerDay } from '../../base/days.ts';

/** Slots of one kind in one item. With them, the usage counters and its key, an item has about 1 kB: one write unit. */
export const slotsPerItem = 20;

/** Milliseconds since the start of the UTC day. */
export const timeOfDay = (milliseconds: number): number => milliseconds % millisecondsPerDay;

/** Sort key of the item of a UTC day and shard. Sorts by day. */
export const itemName = (day: string, shard: number): string => `${day}#${String(shard).padStart(3, '0')}`;

export const dayOfItem = (item: string): string => item.slice(0, 10);

export const shardOf = (item: string): number => Number(item.slice(11));

/** Seconds that an item is stored after its day: a year and a month, for yearly accounts. */
const keptSeconds = 396 * 24 * 3600;

/** The value of the attribute `ttl` of an item that is written at `now`, in seconds since the epoch. */
export const timeToLiveOf = (now: number): number => Math.ceil(now / 1000) + keptSeconds;

/** The number of items that hold `limit` slots. */
export const shardCount = (limit: number): number => Math.ceil(limit / slotsPerItem);

/** The slots that one of these items may hold, so that all items together hold `limit`. */
export const shardLimit = (limit: number, shard: number): number =>
  Math.min(slotsPerItem, limit - shard * slotsPerItem);

/** The name of a slot: the time when it lapses, in seconds in base 36, and the id of its holder. */
export const slotName = (until: number, id: string): string =>
  `${Math.ceil(until / 1000).toString(36)}.${id}`;

export const holderOf = (element: string): string => element.slice(element.indexOf('.') + 1);

export const isLapsed = (element: string, now: number): boolean => Number.parseInt(element, 36) * 1000 <= now;

/** The longest time for which a slot of each kind can outlive the UTC day in which it was taken, in milliseconds. */
export const longestLife: Readonly<Record<ActivityKind, number>> = {
  running: 2 * 60 * 1000,
  held: 2 * 60 * 1000,
  open: millisecondsPerDay,
};
