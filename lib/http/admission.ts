import type { MonthlyQuota } from '../storage/dynamodb/monthly-quota.ts';
import { AppError } from '../base/app-error.ts';
import type { RateLimiter } from '../storage/dynamodb/rate-limiter.ts';
import { timed } from '../base/observability/work.ts';
import type { Chain } from './exchange.ts';
import type { RunningConversions } from '../activity/running-conversions.ts';

/** Limits how often a key converts, how much at the same time, and how much in a month. */
export interface Admission {
  rateLimiter: RateLimiter;
  /** Of synchronous conversions. Absent where a call only submits a job. */
  running?: Pick<RunningConversions, 'start'>;
  quota: Pick<MonthlyQuota, 'within'>;
}

/** Counts each call against its plan's rate. A call that is rejected because too many are running is not counted. */
export const rateLimit = (limiter: RateLimiter): Chain => ({
  before: async ({ internal }) => {
    const { principal: caller } = internal;
    if (!caller) throw new Error('rate limit without a principal');
    internal.rate = await timed('limit', () => limiter.take(caller));
    const { allowed, plan, limit, resetSeconds } = internal.rate;
    if (allowed) return;
    throw new AppError(
      'rate-limited',
      `The ${plan} plan allows ${limit} conversions a minute. The next minute begins in ${resetSeconds} s.`,
      { retryAfterSeconds: resetSeconds },
    );
  },
  onError: async ({ error, internal }) => {
    const { principal: caller, rate } = internal;
    if (!(error instanceof AppError) || error.code !== 'too-many-requests' || !caller || !rate) return;
    internal.rate = await limiter.giveBack(caller, rate).catch(() => rate);
  },
});
