import { type Size, sizes } from '../tasks/task.ts';

/** How much is done for figures. */
export interface Effort {
  sizes: readonly Size[];
  /** Milliseconds for which servers are warmed up, at least twice: V8 compiles what runs often. */
  warming: number;
  /** Milliseconds that each contestant works on each task one by one, and by two clients. */
  alone: number;
  together: number;
  /** Runs one by one, at least and at most. */
  fewest: number;
  most: number;
  /** Of which contestants and sizes two clients call each: of programs, two processes hardly differ from one after the other. */
  isTogether: (isProgram: boolean, size: Size) => boolean;
  /** Runs of programs that are {@link isFarBehind}, which no two clients call; with none, the first one counts. */
  behind: number;
  /** Milliseconds for all rows. Of rows that are behind this schedule, on a slow or busy machine, there is one run. */
  schedule: number;
  /** Cold starts of each server for each operation, and runs of tasks that take as long. */
  colds: number;
}

export const efforts: Record<'full' | 'quick', Effort> = {
  full: {
    ...{ sizes, alone: 1_200, together: 1_000, fewest: 3, most: 21, behind: 3, colds: 2 },
    warming: 2_000,
    isTogether: () => true,
    schedule: Infinity,
  },
  quick: {
    ...{ sizes: ['small', 'medium'], alone: 300, together: 250, fewest: 3, most: 7, behind: 0, colds: 1 },
    warming: 300,
    isTogether: (isProgram, size) => !isProgram && size === 'small',
    schedule: 180_000,
  },
};

/** Milliseconds. */
const long = 700;

/** Whether a run takes so long that its exact ratio does not matter: ten times as long as the fastest one, and a while. */
export const isFarBehind = (milliseconds: number, fastest: number): boolean =>
  milliseconds > long && milliseconds > 10 * fastest;
