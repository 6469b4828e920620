import type { Principal } from './authorizer.ts';
import type { PlanName } from './plans.ts';

/** The state of a key's rate limit in the current UTC minute, after the current call. */
export interface RateStatus {
  allowed: boolean;
  plan: PlanName;
  /** Calls per minute. */
  limit: number;
  /** Calls left in this minute. */
  remaining: number;
  /** Whole seconds until the next minute, 1 to 60. */
  resetSeconds: number;
  /** When the next minute begins, in epoch seconds. */
  resetAt: number;
}

export interface RateLimiter {
  /** Counts one call of a key, unless the limit of its plan is reached for this minute. */
  take(principal: Principal): Promise<RateStatus>;
  /** Uncounts the call that `status` counted. */
  giveBack(principal: Principal, status: RateStatus): Promise<RateStatus>;
}
