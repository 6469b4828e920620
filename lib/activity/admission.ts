import type { Principal } from '../auth/authorizer.ts';
import type { RunningConversions } from './running-conversions.ts';
import type { RateLimiter } from '../auth/rate-limit.ts';

/** Limits how often a key converts, how much at the same time, and how much in a month. */
export interface Admission {
  rateLimiter: RateLimiter;
  /** Of synchronous conversions. Absent where a call only submits a job. */
  running?: Pick<RunningConversions, 'start'>;
  quota: Quota;
}

/** Limits the documents that a key may convert in a month. */
export interface Quota {
  /**
   * Runs a conversion of that many documents if the quota has room for them.
   *
   * @throws AppError `quota-exceeded`
   */
  within<T>(caller: Principal, documents: number, convert: () => Promise<T>): Promise<T>;
}
