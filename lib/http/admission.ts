import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { ulid } from 'ulid';
import type { ActivityStore, Slot } from '../activity/activity.ts';
import type { MonthlyQuota } from '../activity/monthly-quota.ts';
import { usageOfWork } from '../activity/usage-of-work.ts';
import { AppError } from '../app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanCap } from '../auth/plan-caps.ts';
import type { RateLimiter, RateStatus } from '../auth/rate-limiter.ts';
import { timed } from '../observability/work.ts';
import type { WorkLog } from '../observability/work-log.ts';
import { replayedHeader } from './answer-once.ts';
import type { Contract } from './contract.ts';
import type { Chain, Exchange } from './exchange.ts';

/** Limits how often a key converts, and how much at the same time. */
export interface Admission {
  rateLimiter: RateLimiter;
  /** Of synchronous conversions. Absent where a call only submits a job. */
  running?: { activity: ActivityStore; cap: PlanCap };
  quota: Pick<MonthlyQuota, 'within'>;
}

/** Milliseconds after the deadline at which a slot lapses that no one has released. */
const leaseMargin = 5_000;

/**
 * Counts a call against the plan's rate, and gives a synchronous conversion one of the key's slots for as long as it
 * runs. Both at once, since each is a call to the table; a call that is rejected for its slot is not counted.
 *
 * @param deadlineOf milliseconds since the epoch by which the conversion has ended
 */
export function admission(
  contract: Contract,
  { rateLimiter, running }: Admission,
  deadlineOf: (event: APIGatewayProxyEvent, context: Context) => number,
  logger: WorkLog,
): Chain {
  const release = async (internal: Partial<Exchange>, completed: boolean): Promise<void> => {
    const { slot, principal } = internal;
    if (!running || !slot || !principal) return;
    delete internal.slot;
    const usage = completed ? usageOfWork(contract.name) : undefined;
    // Where this fails the slot lapses by itself.
    await timed('release', () => running.activity.release(principal.keyId, slot, usage)).catch(
      (error: unknown) => logger.warn('slot not released', { error }),
    );
  };
  return {
    before: async ({ event, context, internal }) => {
      const { principal: caller } = internal;
      if (!caller) throw new Error('admission without a principal');
      const [rate, slot] = await Promise.allSettled([
        timed('limit', () => rateLimiter.take(caller)),
        running
          ? timed('slot', () => takeSlot(caller, running, deadlineOf(event, context) + leaseMargin))
          : undefined,
      ]);
      if (slot.status === 'fulfilled' && slot.value) internal.slot = slot.value;
      if (rate.status === 'rejected') throw rate.reason;
      internal.rate = rate.value;
      if (slot.status === 'rejected') throw slot.reason;
      if (!rate.value.allowed) throw rateLimited(rate.value);
      if (!running || slot.value) return;
      internal.rate = await rateLimiter.giveBack(caller, rate.value);
      throw new AppError(
        'too-many-requests',
        `The ${caller.plan} plan allows ${running.cap[caller.plan]} synchronous conversions at the same time. Retry when one has ended.`,
        { retryAfterSeconds: 1 },
      );
    },
    after: ({ internal, response }) =>
      release(internal, !!response && response.statusCode < 400 && !response.headers?.[replayedHeader]),
    onError: ({ internal }) => release(internal, false),
  };
}

const takeSlot = (
  { keyId, plan }: Principal,
  { activity, cap }: NonNullable<Admission['running']>,
  until: number,
): Promise<Slot | undefined> =>
  activity.take({ owner: keyId, kind: 'running', id: ulid(), until, limit: cap[plan] });

const rateLimited = ({ plan, limit, resetSeconds }: RateStatus): AppError =>
  new AppError(
    'rate-limited',
    `The ${plan} plan allows ${limit} conversions a minute. The next minute begins in ${resetSeconds} s.`,
    { retryAfterSeconds: resetSeconds },
  );
