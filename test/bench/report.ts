import type { Limit } from './capacity/limits.ts';
import type { Capacity } from './capacity/measure-capacity.ts';
import type { Row } from './compare/result.ts';
import type { Usage } from './cost/usage.ts';
import type { Machine } from './machine.ts';
import type { Course } from './scaling/measure-scaling.ts';
import type { FirstPage } from './first-page/measure-first-page.ts';
import type { Starts } from './starts/measure-starts.ts';
import type { Operation } from './tasks/task.ts';

/** The measurements of one run. Parts that were not selected are absent. */
export interface BenchReport {
  /** ISO 8601. */
  date: string;
  machine: Machine;
  quick: boolean;
  /** That all of it took so far. */
  seconds: number;
  /** Who took part: names and what is to be known of them. */
  contestants: { name: string; description: string }[];
  /** Peers that were looked for and not found. */
  missing: string[];
  rows?: Row[];
  starts?: Starts;
  firstPage?: FirstPage;
  /** Of one small conversion. */
  usages?: Partial<Record<Operation, Usage>>;
  scaling?: Course[];
  capacity?: Capacity;
  /** What limits the mix of the capacity. */
  limits?: Limit[];
}
