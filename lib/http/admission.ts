import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Admission } from '../activity/admission.ts';
import type { ReservedJob } from '../activity/reserved-job.ts';
import { AppError } from '../base/app-error.ts';
import { timed } from '../base/observability/span.ts';
import type { Contract } from '../api/contract.ts';
import { idempotencyHeader } from '../api/idempotency-key.ts';
import type { Chain } from './exchange.ts';
import { headerOf, preferencesOf, respondAsync } from './request.ts';

/** A call that is counted against the rate of its plan. */
export interface MeteredCall {
  /** Whether the call will probably be admitted, so that its conversion can start before it is. */
  isExpected: boolean;
  /**
   * Waits until the call is counted.
   *
   * @throws AppError `rate-limited` when the rate of the plan is reached
   */
  counted(): Promise<void>;
  /**
   * Waits until the conversion may have effects outside of the function, if the call runs one.
   *
   * @throws AppError as `counted`, and `too-many-requests` when all slots of the key are taken
   */
  admitted(): Promise<void>;
  /** The job that the call submits, if it was counted with its slot. */
  reservedJob?: ReservedJob | undefined;
  /**
   * Ends the conversion, and counts it as usage if it completed. Releases the slot of a job that was not submitted.
   * Never rejects.
   */
  end(completed: boolean): Promise<void>;
}

export interface MeteredCalls {
  /** Starts to count each call, and adds the state of the rate to the exchange. */
  chain: Chain;
  /** The call of an event that the chain has seen. */
  callOf: (event: APIGatewayProxyEvent) => MeteredCall | undefined;
}

/**
 * Counts calls against the rates of their plans, and requests the slots of their conversions. A call that is rejected
 * because too many conversions are running is not counted.
 *
 * @param deadlineFor milliseconds since the epoch by which a call ends
 */
export function meterCalls(
  { rateLimiter, running, jobs }: Admission,
  contract: Contract,
  deadlineFor: (event: APIGatewayProxyEvent, context: Context) => number,
): MeteredCalls {
  const calls = new WeakMap<APIGatewayProxyEvent, MeteredCall>();
  const chain: Chain = {
    before: ({ event, context, internal }) => {
      const { principal: caller } = internal;
      if (!caller) throw new Error('rate limit without a principal');
      // A job runs elsewhere, later.
      const isConversion = running && !preferencesOf(event).has(respondAsync);
      // A conversion or a job is counted with its slot, whose time is measured there.
      const conversion = isConversion
        ? running.start(caller, contract.name, deadlineFor(event, context))
        : undefined;
      // The id of a job with an Idempotency-Key is not known yet.
      const isNewJob = jobs && headerOf(event, idempotencyHeader.toLowerCase()) === undefined;
      const reservedJob = isNewJob ? jobs.start(caller) : undefined;
      const counter = conversion ?? reservedJob;
      const count = async (): Promise<void> => {
        const rate = await (counter?.counted() ?? timed('limit', () => rateLimiter.take(caller)));
        internal.rate = rate;
        if (rate.allowed) return;
        throw new AppError(
          'rate-limited',
          `The ${rate.plan} plan allows ${rate.limit} conversions per minute. The next minute begins in ${rate.resetSeconds} s.`,
          { retryAfterSeconds: rate.resetSeconds },
        );
      };
      const counted = count();
      // Reported to the caller of `counted`.
      counted.catch(() => undefined);
      calls.set(event, {
        isExpected: conversion?.isExpected ?? false,
        counted: () => counted,
        admitted: async () => {
          await counted;
          await conversion?.admitted();
        },
        reservedJob,
        end: async (completed) => {
          await conversion?.end(completed);
          await reservedJob?.end();
        },
      });
    },
    onError: async ({ error, internal }) => {
      const { principal: caller, rate } = internal;
      if (!(error instanceof AppError) || error.code !== 'too-many-requests' || !caller || !rate) return;
      internal.rate = await rateLimiter.giveBack(caller, rate).catch(() => rate);
    },
  };
  return { chain, callOf: (event) => calls.get(event) };
}
