import * as z from 'zod';
import { errorCodes } from '../base/app-error.ts';

/** A request that its caller gave an `Idempotency-Key`. */
export interface RepeatableRequest {
  owner: string;
  /** Tells it from all other requests of its owner: the endpoint, and a digest of the key. */
  id: string;
  /** The same for the same payload. */
  fingerprint: string;
}

/** One try at a request, which holds its lease. */
export interface Attempt {
  owner: string;
  id: string;
  /** Of this try alone: no other may end it. */
  token: string;
  /** The ULID of what the request makes. A try that takes over from one that died has the same. */
  resourceId: string;
}

/** How a request ended: `source` is what its answer was made of, in JSON. */
export const outcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answered'), source: z.unknown() }),
  z.object({
    kind: z.literal('refused'),
    code: z.enum(errorCodes),
    message: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })),
  }),
]);
export type Outcome = z.output<typeof outcome>;

/** What became of a try to begin a request. */
export type Beginning =
  | { kind: 'begun'; attempt: Attempt }
  /** Another try is at it. */
  | { kind: 'running' }
  | { kind: 'ended'; outcome: Outcome }
  /** The key was used with another payload. */
  | { kind: 'different' };

/**
 * Remembers requests for a day. Of all tries at one request at most one holds the lease, and at most one outcome
 * stands.
 */
export interface IdempotencyStore {
  /** Times in milliseconds since the epoch; the lease of a try that dies ends at `leaseUntil`. */
  begin(request: RepeatableRequest, now: number, leaseUntil: number): Promise<Beginning>;
  /** Says how the attempt ended; once more changes nothing. False when it had lost its lease to another. */
  end(attempt: Attempt, outcome: Outcome): Promise<boolean>;
  /**
   * Gives the lease back, so that the next try can begin at once. It makes the same thing: this one may have made it before it
   * failed.
   */
  release(attempt: Attempt): Promise<void>;
}
