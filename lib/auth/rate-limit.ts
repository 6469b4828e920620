import type { Principal } from './authorizer.ts';
import type { PlanName } from './plans.ts';

/** Where a key stands in the current UTC minute, after the call that asked. */
export interface RateStatus {
  allowed: boolean;
  plan: PlanName;
  /** Calls a minute. */
  limit: number;
  /** Calls left in this minute. */
  remaining: number;
  /** Whole seconds until the next minute, 1 to 60. */
  resetSeconds: number;
  /** When the next minute begins, in epoch seconds. */
  resetAt: number;
}

export interface RateLimiter {
  /** Counts one call of a key, unless its plan is used up for this minute. */
  take(principal: Principal): Promise<RateStatus>;
  /** Takes back the call that `status` counted. */
  giveBack(principal: Principal, status: RateStatus): Promise<RateStatus>;
}
