import { type Size, sizes } from '../tasks/task.ts';

/** How much is done for figures. */
export interface Effort {
  sizes: readonly Size[];
  /** Milliseconds for which servers are warmed up, at least twice: V8 compiles what runs often. */
  warming: number;
  /** Milliseconds that each contestant works on each task one by one. */
  alone: number;
  /** Runs one by one, at least and at most. */
  fewest: number;
  most: number;
  /** Milliseconds for which two clients call each contestant; 0 for none. Two processes of a program hardly differ from one. */
  together: (isProgram: boolean, size: Size) => number;
  /** Runs of programs that are {@link isFarBehind}, which no two clients call; with none, the first one counts. */
  behind: number;
  /** Milliseconds for all rows. Of rows that are behind this schedule, on a slow or busy machine, there is one run. */
  schedule: number;
  /** Cold starts of each server for each operation, and runs of tasks that take as long. */
  colds: number;
}

export const efforts: Record<'full' | 'quick', Effort> = {
  full: {
    ...{ sizes, alone: 1_200, fewest: 3, most: 21, behind: 3, colds: 2 },
    warming: 2_000,
    together: (isProgram) => (isProgram ? 1_000 : 3_000),
    schedule: Infinity,
  },
  quick: {
    ...{ sizes: ['small', 'medium'], alone: 300, fewest: 3, most: 7, behind: 0, colds: 1 },
    warming: 500,
    together: (isProgram, size) => (!isProgram && size === 'small' ? 400 : 0),
    schedule: 180_000,
  },
};

/** Milliseconds. */
const long = 700;

/** Whether a run takes so long that its exact ratio does not matter: ten times as long as the fastest one, and a while. */
export const isFarBehind = (milliseconds: number, fastest: number): boolean =>
  milliseconds > long && milliseconds > 10 * fastest;
