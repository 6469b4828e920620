import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { activityItems } from './activity-items.ts';
import { dayOfItem } from './slot-items.ts';
import { addCounters, type OperationUsage } from './usage-counters.ts';

/** Usage of one UTC day, by operation. */
export interface DayUsage {
  /** `2026-11-22` */
  date: string;
  operations: Record<string, OperationUsage>;
}

/** Reads the usage that `DynamoActivityStore` counts. */
export class DynamoUsage {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /**
   * Returns the days from `from` to `to`, both inclusive (`2026-11-22`), in order. Days without conversions are
   * omitted.
   *
   * @param owner the key's id
   */
  async read(owner: string, from: string, to: string): Promise<DayUsage[]> {
    const days = new Map<string, DayUsage>();
    for await (const item of activityItems({ client: this.#client, table: this.#table }, owner, from, to)) {
      const date = dayOfItem(String(item['sk']));
      const day = days.get(date) ?? { date, operations: {} };
      addCounters(day.operations, item);
      if (Object.keys(day.operations).length > 0) days.set(date, day);
    }
    return [...days.values()];
  }
}
