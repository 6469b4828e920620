import { isDeepStrictEqual } from 'node:util';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** An item in the notation of DynamoDB's API. */
export type Item = Readonly<Record<string, AttributeValue>>;

const kilobyte = 1024;

/** The keys of the indexes of the jobs table: of open jobs, and of a client's jobs. Both project all attributes. */
const [openJobs, ownedJobs] = [
  ['openState', 'dueAt'],
  ['owner', 'createdAt'],
] as const;

/** The units of a write. */
export interface WriteUnits {
  /** Of the table and its indexes. */
  dynamoWrites: number;
  /** Of the index of open jobs. */
  openWrites: number;
}

/**
 * The write units of a write. A write whose condition does not hold is billed too.
 *
 * @param before the item, undefined if there was none; `after` likewise
 * @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes
 */
export function writeUnits(before: Item | undefined, after: Item | undefined): WriteUnits {
  const table = units(Math.max(bytesOf(before), bytesOf(after)), kilobyte);
  const isUnchanged = isDeepStrictEqual(before, after);
  const openWrites = isUnchanged ? 0 : indexUnits(before, after, openJobs);
  const ownedWrites = isUnchanged ? 0 : indexUnits(before, after, ownedJobs);
  return { dynamoWrites: table + openWrites + ownedWrites, openWrites };
}

/** An index is written when its item is created, deleted or changed, and twice when a key of its item changes. */
function indexUnits(before: Item | undefined, after: Item | undefined, keys: readonly string[]): number {
  const [old, current] = [entryOf(before, keys), entryOf(after, keys)];
  const isMoved = old && current && keys.some((key) => !isDeepStrictEqual(old[key], current[key]));
  if (isMoved) return units(bytesOf(old), kilobyte) + units(bytesOf(current), kilobyte);
  return old || current ? units(Math.max(bytesOf(old), bytesOf(current)), kilobyte) : 0;
}

/** The read units of items that were read together. */
export const readUnits = (items: readonly Item[], isConsistent: boolean): number =>
  units(
    items.reduce((sum, item) => sum + bytesOf(item), 0),
    4 * kilobyte,
  ) * (isConsistent ? 1 : 0.5);

/** The item as an index has it. */
const entryOf = (item: Item | undefined, keys: readonly string[]): Item | undefined =>
  item && keys.every((key) => item[key] !== undefined) ? item : undefined;

const units = (bytes: number, each: number): number => Math.max(1, Math.ceil(bytes / each));

/** @see https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html */
const bytesOf = (item: Item = {}): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOf(value), 0);

/** Bytes of a list or map, and of each of its members, beside their contents. */
const overhead = { container: 3, member: 1 };

function sizeOf(value: AttributeValue): number {
  const sum = (sizes: readonly number[]): number => sizes.reduce((total, size) => total + size, 0);
  if (value.S !== undefined) return Buffer.byteLength(value.S);
  if (value.N !== undefined) return sizeOfNumber(value.N);
  if (value.SS) return sum(value.SS.map((each) => Buffer.byteLength(each)));
  if (value.NS) return sum(value.NS.map(sizeOfNumber));
  if (value.L) return overhead.container + sum(value.L.map((each) => overhead.member + sizeOf(each)));
  if (value.M) {
    const members = Object.values(value.M).length * overhead.member;
    return overhead.container + members + bytesOf(value.M);
  }
  return 1;
}

/** One byte for two significant digits, one more, and one for a sign. */
const sizeOfNumber = (digits: string): number =>
  Math.ceil(digits.replace(/[^\d]/g, '').replace(/^0+/, '').length / 2) + (digits.startsWith('-') ? 2 : 1);
