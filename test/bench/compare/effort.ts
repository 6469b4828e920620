/** How much is done for figures. */
export interface Effort {
  /** Milliseconds that each contestant works on each task one by one, and by two clients. */
  alone: number;
  together: number;
  /** Runs one by one, at least and at most. */
  fewest: number;
  most: number;
  /** Cold starts of each server for each operation, and runs of tasks that take as long. */
  colds: number;
}

export const efforts: Record<'full' | 'quick', Effort> = {
  full: { alone: 1_200, together: 1_000, fewest: 3, most: 20, colds: 2 },
  quick: { alone: 400, together: 300, fewest: 2, most: 8, colds: 1 },
};
