import type { Principal } from '../auth/authorizer.ts';
import type { ReservedJob } from './reserved-job.ts';
import type { RunningConversions } from './running-conversions.ts';
import type { RateLimiter } from '../auth/rate-limit.ts';

/** Limits a key's conversions: their rate, their concurrency, and their number in a month. */
export interface Admission {
  /** Counts calls that run no conversion, and uncounts calls of both kinds. */
  rateLimiter: RateLimiter;
  /** Counts and limits synchronous conversions. Absent for a call that only submits a job. */
  running?: Pick<RunningConversions, 'start'>;
  /** Counts calls of endpoints that submit one job each, with the slot of the job. */
  jobs?: { start(caller: Principal): ReservedJob };
  quota: Quota;
}

/** Limits the documents that a key may convert in a month. */
export interface Quota {
  /** Whether the plan of the caller has a quota. */
  limits(caller: Principal): boolean;
  /**
   * Runs a conversion of that many documents if the quota has room for them.
   *
   * @throws AppError `quota-exceeded` when the quota has no room for them
   */
  within<T>(caller: Principal, documents: number, convert: () => Promise<T>): Promise<T>;
}
