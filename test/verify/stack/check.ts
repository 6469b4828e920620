import type { Contract } from '#lib/api/contract.ts';
import type { Target } from './target.ts';

/** What an operator or an emulator can leave out of a stack, as in `--without`. */
export const features = [
  'rendering',
  'fonts',
  'validation',
  'jobs',
  'streaming',
  'long-responses',
  'gateway-responses',
  'usage-plans',
] as const;

export type Feature = (typeof features)[number];

/** One check of a deployed stack. */
export interface Check {
  /** A statement about the stack, which the outcome confirms or not. Unique. */
  title: string;
  /** Whether clients rely on it: `no` then fails the acceptance. */
  contract: boolean;
  /** Ids of the items of "Not confirmed on AWS" in OPERATIONS.md that the check covers. */
  covers?: readonly string[];
  /** The operation that the check calls, for checks that cover every operation together. */
  operation?: Contract['name'];
  /** The check is not available for a stack without one of these. */
  needs?: readonly Feature[];
  /**
   * Resolves with what was seen, in a few words.
   *
   * @throws NotAvailable if the check is not possible here; any other error means `no`
   */
  run: (target: Target) => Promise<string>;
}

/** A check is not possible for this stack, or with these options. The message says why. */
export class NotAvailable extends Error {}

export const outcomes = ['yes', 'no', 'not available'] as const;

export type Outcome = (typeof outcomes)[number];

export interface CheckResult {
  check: Omit<Check, 'run'>;
  outcome: Outcome;
  /** What was seen, what went wrong, or why the check is not available. Without secrets. */
  evidence: string;
  seconds: number;
}
