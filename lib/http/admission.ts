import type { APIGatewayProxyEvent } from 'aws-lambda';
import { AppError } from '../base/app-error.ts';
import { timed } from '../base/observability/span.ts';
import type { Chain, Exchange } from './exchange.ts';
import type { RateLimiter } from '../auth/rate-limit.ts';

/**
 * Counts each call against the rate of its plan. A call that is rejected because too many conversions are running is
 * not counted.
 *
 * @param wait waits until the call is counted, or leaves that to the handler; rejects for a call over the limit
 */
export const rateLimit = (
  limiter: RateLimiter,
  wait: (event: APIGatewayProxyEvent, counted: Promise<void>) => Promise<void> | undefined = (_, counted) =>
    counted,
): Chain => ({
  before: ({ event, internal }) => wait(event, count(limiter, internal)),
  onError: async ({ error, internal }) => {
    const { principal: caller, rate } = internal;
    if (!(error instanceof AppError) || error.code !== 'too-many-requests' || !caller || !rate) return;
    internal.rate = await limiter.giveBack(caller, rate).catch(() => rate);
  },
});

/** @throws AppError `rate-limited` */
async function count(limiter: RateLimiter, exchange: Partial<Exchange>): Promise<void> {
  const { principal: caller } = exchange;
  if (!caller) throw new Error('rate limit without a principal');
  const rate = await timed('limit', () => limiter.take(caller));
  exchange.rate = rate;
  const { allowed, plan, limit, resetSeconds } = rate;
  if (allowed) return;
  throw new AppError(
    'rate-limited',
    `The ${plan} plan allows ${limit} conversions per minute. The next minute begins in ${resetSeconds} s.`,
    { retryAfterSeconds: resetSeconds },
  );
}
