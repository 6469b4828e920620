import type { ConversionUsage } from '../../activity/activity.ts';

/** The counters of one operation. Sizes in bytes. */
export interface OperationUsage {
  conversions: number;
  documents: number;
  bytesIn: number;
  bytesOut: number;
  milliseconds: number;
}

/** Suffixes of the counters' attribute names. Short, because they count towards the item's size. */
const suffixes = {
  conversions: 'n',
  documents: 'd',
  bytesIn: 'i',
  bytesOut: 'o',
  milliseconds: 'ms',
} as const satisfies Record<keyof OperationUsage, string>;

const measures = Object.keys(suffixes) as (keyof OperationUsage)[];

/** The counters of one conversion by attribute name: `merge-pdf:n`. */
export function countersOf({ operation, ...counted }: ConversionUsage): Record<string, number> {
  const usage: OperationUsage = { conversions: 1, ...counted };
  return Object.fromEntries(measures.map((measure) => [`${operation}:${suffixes[measure]}`, usage[measure]]));
}

/** Adds the counters among an item's attributes to `usage`. */
export function addCounters(
  usage: Record<string, OperationUsage>,
  item: Readonly<Record<string, unknown>>,
): void {
  for (const [attribute, value] of Object.entries(item)) {
    const [operation = '', suffix] = attribute.split(':');
    const measure = measures.find((name) => suffixes[name] === suffix);
    if (!measure || typeof value !== 'number') continue;
    usage[operation] ??= { conversions: 0, documents: 0, bytesIn: 0, bytesOut: 0, milliseconds: 0 };
    usage[operation][measure] += value;
  }
}
