import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { RunningConversion } from '../activity/running-conversions.ts';
import { AppError } from '../base/app-error.ts';
import { timed } from '../base/observability/span.ts';
import type { Chain } from './exchange.ts';
import type { RateLimiter } from '../auth/rate-limit.ts';

/**
 * Counts each call against the rate of its plan. A call that is rejected because too many conversions are running is
 * not counted.
 *
 * @param conversionOf returns the conversion that counts the call, if one does
 */
export const rateLimit = (
  limiter: RateLimiter,
  conversionOf: (event: APIGatewayProxyEvent) => RunningConversion | undefined,
): Chain => ({
  before: async ({ event, internal }) => {
    const { principal: caller } = internal;
    if (!caller) throw new Error('rate limit without a principal');
    // A conversion is counted with its slot, whose time is measured there.
    const conversion = conversionOf(event);
    internal.rate = await (conversion?.counted() ?? timed('limit', () => limiter.take(caller)));
    const { allowed, plan, limit, resetSeconds } = internal.rate;
    if (allowed) return;
    throw new AppError(
      'rate-limited',
      `The ${plan} plan allows ${limit} conversions per minute. The next minute begins in ${resetSeconds} s.`,
      { retryAfterSeconds: resetSeconds },
    );
  },
  onError: async ({ error, internal }) => {
    const { principal: caller, rate } = internal;
    if (!(error instanceof AppError) || error.code !== 'too-many-requests' || !caller || !rate) return;
    internal.rate = await limiter.giveBack(caller, rate).catch(() => rate);
  },
});
