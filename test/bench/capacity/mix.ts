import type { Operation } from '../tasks/task.ts';

/** What is converted, as shares of all conversions: small documents of three kinds. */
export const mix = {
  'html → pdf': 0.5,
  merge: 0.25,
  'docx → pdf': 0.25,
} as const satisfies Partial<Record<Operation, number>>;

export type MixedOperation = keyof typeof mix;

export const mixedOperations = Object.keys(mix) as MixedOperation[];

/** The peak of a day as a multiple of its average. */
const peak = 5;

/** Conversions a second at the peak of a day with so many. */
export const atPeak = (conversionsADay: number): number => (conversionsADay / 86_400) * peak;

/** The average of a figure over the mix. */
export const average = (of: (operation: MixedOperation) => number): number =>
  mixedOperations.reduce((sum, operation) => sum + mix[operation] * of(operation), 0);
