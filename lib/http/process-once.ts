import { AppError } from '../base/app-error.ts';
import type { Principal } from '../auth/authorizer.ts';
import type { PlanName } from '../auth/plans.ts';
import { fingerprintOf, keyDigest, type Payload } from '../idempotency/fingerprint.ts';
import type { Attempt, IdempotencyStore, Outcome } from '../idempotency/idempotency-store.ts';
import type { ServiceResponse } from './response.ts';
import { isRetryable } from '../api/problem.ts';
import { problemResponse } from './problem-response.ts';

/** The client that a replayed response goes to. */
export interface Recipient {
  owner: string;
  plan: PlanName;
  /** Absolute links begin with this URL. */
  baseUrl: string;
}

/**
 * Rebuilds a response from the `source` of the first one.
 *
 * @throws AppError `gone` when the source has been deleted
 */
export type Replay = (source: unknown, recipient: Recipient) => Promise<ServiceResponse>;

/** Dependencies of an endpoint with idempotency. */
export interface Idempotency {
  requests: IdempotencyStore;
  replay: Replay;
}

export interface IdempotentRequest extends Payload {
  principal: Principal;
  baseUrl: string;
  requestId: string;
}

export interface ProcessOnceOptions extends Idempotency {
  idempotencyKey: string;
  /** The endpoint. The same key at another endpoint identifies another request. */
  route: string;
  /** Epoch milliseconds by which this invocation has ended in any case. */
  leaseUntil: number;
  /** Receives the error when the outcome could not be stored. */
  report: (error: unknown) => void;
}

/** Seconds after which a duplicate may retry. Most conversions have ended by then. */
const retryAfterSeconds = 2;

/**
 * Processes a request once. A repeated request with the same key gets the first response, rebuilt from its source.
 * Retryable errors, such as internal errors, are not replayed.
 *
 * @param handle receives the ULID for the resource that the request creates
 * @throws AppError `idempotency-key-reused` when the payload differs, `request-in-progress` when the first attempt is
 * still running
 */
export async function processOnce(
  request: IdempotentRequest,
  { requests, replay, idempotencyKey, route, leaseUntil, report }: ProcessOnceOptions,
  handle: (resourceId: string) => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  const { keyId: owner, plan } = request.principal;
  const beginning = await requests.begin(
    {
      owner,
      id: `${route}#${keyDigest(idempotencyKey)}`,
      fingerprint: fingerprintOf(idempotencyKey, request),
    },
    Date.now(),
    leaseUntil,
  );
  switch (beginning.kind) {
    case 'different':
      throw new AppError(
        'idempotency-key-reused',
        'This Idempotency-Key was used with a different payload. Use a new key for a new request.',
      );
    case 'running':
      throw new AppError('request-in-progress', 'A request with this Idempotency-Key is still in progress.', {
        retryAfterSeconds,
      });
    case 'ended':
      return replayed(
        beginning.outcome.kind === 'refused'
          ? problemResponse(rejectionOf(beginning.outcome), request)
          : await replay(beginning.outcome.source, { owner, plan, baseUrl: request.baseUrl }),
      );
    case 'begun':
      return first(beginning.attempt, requests, report, handle);
  }
}

async function first(
  attempt: Attempt,
  requests: IdempotencyStore,
  report: ProcessOnceOptions['report'],
  handle: (resourceId: string) => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  let response: ServiceResponse;
  try {
    response = await handle(attempt.resourceId);
    if (response.source === undefined) throw new TypeError('A response without a source cannot be replayed');
  } catch (error) {
    // If this fails, the lease expires anyway. The client gets the original error.
    await keep(attempt, error, requests).catch(() => undefined);
    throw error;
  }
  try {
    if (await requests.end(attempt, { kind: 'answered', source: response.source })) return response;
  } catch (error) {
    // The request has succeeded, and its outcome may be stored. If not, a retry creates the same resource again, with
    // the same id.
    report(error);
    return response;
  }
  throw new Error('Another attempt took over the request, although the lease outlives this function');
}

async function keep(attempt: Attempt, error: unknown, requests: IdempotencyStore): Promise<void> {
  if (!(error instanceof AppError) || isRetryable(error)) {
    await requests.release(attempt);
    return;
  }
  const { code, message, errors } = error;
  await requests.end(attempt, { kind: 'refused', code, message, errors });
}

/** Only errors that a retry cannot help are stored. */
const rejectionOf = ({ code, message, errors }: Extract<Outcome, { kind: 'refused' }>): AppError =>
  new AppError(code, message, { errors, retryable: false });

/** Marks a replayed response. */
export const replayedHeader = 'Idempotent-Replayed';

const replayed = (response: ServiceResponse): ServiceResponse => ({
  ...response,
  headers: { ...response.headers, [replayedHeader]: 'true' },
});
