import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Contract } from '../api/contract.ts';
import { idempotencyHeader } from '../api/idempotency-key.ts';
import { AppError } from '../base/app-error.ts';
import { callerOf } from './caller.ts';
import { headerOf, type ParsedRequest, preferencesOf, respondAsync } from './request.ts';

/** The admission of a call whose conversion has already started. */
export interface PendingAdmission {
  /** Resolves when the call is admitted: the conversion may then have effects. */
  admitted: Promise<void>;
  /** Aborts when the call is rejected. */
  signal: AbortSignal;
}

/**
 * Starts the part of a conversion that has no effects, while the call is being admitted.
 *
 * @returns undefined for a request that has to wait for its admission
 * @throws Error that the handler will throw too, of a request that is not valid
 */
export type StartEarly<C extends Contract, Work> = (
  request: ParsedRequest<C>,
  admission: PendingAdmission,
) => Promise<Work> | undefined;

/** Milliseconds for which a rejected key waits at least. */
const shortestWait = 10_000;

/** Maximum number of keys that are remembered. */
const maxRemembered = 10_000;

/**
 * Decides whose conversions start before their call is admitted. A call that is rejected after that has cost processor
 * time, so a key that was rejected waits until it may retry: at most one conversion per minute is in vain for each key and
 * environment.
 */
export class EarlyStarts {
  /** Epoch milliseconds, by key. */
  readonly #waitsUntil = new Map<string, number>();

  /** Whether the conversion of a call may start early. Jobs run later, and repeated requests are not converted again. */
  allows(event: APIGatewayProxyEvent): boolean {
    const caller = callerOf(event);
    if (!caller || preferencesOf(event).has(respondAsync)) return false;
    if (headerOf(event, idempotencyHeader.toLowerCase()) !== undefined) return false;
    return Date.now() >= (this.#waitsUntil.get(caller.keyId) ?? 0);
  }

  /** Takes note of a call that was rejected. Other errors have no effect. */
  rejected(event: APIGatewayProxyEvent, error: unknown): void {
    const caller = callerOf(event);
    if (!caller || !(error instanceof AppError) || !rejections.has(error.code)) return;
    const milliseconds = Math.max(shortestWait, (error.retryAfterSeconds ?? 0) * 1000);
    if (this.#waitsUntil.size >= maxRemembered) this.#waitsUntil.clear();
    this.#waitsUntil.set(caller.keyId, Date.now() + milliseconds);
  }
}

/** Errors of calls that are not admitted. */
const rejections: ReadonlySet<string> = new Set(['rate-limited', 'too-many-requests', 'quota-exceeded']);
