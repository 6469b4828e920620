import * as z from 'zod';
import { errorCodes } from '../base/app-error.ts';

/** A request with an `Idempotency-Key`. */
export interface RequestIdentity {
  owner: string;
  /** Unique among the requests of its owner: the endpoint, and a digest of the key. */
  id: string;
  /** Equal for equal payloads. */
  fingerprint: string;
}

/** One attempt at a request, which holds its lease. */
export interface Attempt {
  owner: string;
  id: string;
  /** Unique to this attempt: no other attempt may end it. */
  token: string;
  /** The ULID of the resource that the request creates. An attempt that takes over from a dead one has the same. */
  resourceId: string;
}

/**
 * How a request ended. `source` is the JSON from which its response is rebuilt. Records have the values of `kind`, so they
 * cannot be renamed.
 */
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

/** The outcome of `begin`. */
export type Beginning =
  | { kind: 'begun'; attempt: Attempt }
  /** Another attempt is running. */
  | { kind: 'running' }
  | { kind: 'ended'; outcome: Outcome }
  /** The key was used with another payload. */
  | { kind: 'different' };

/**
 * Stores requests for a day. Of all attempts at one request, at most one holds the lease, and at most one outcome is
 * stored.
 */
export interface IdempotencyStore {
  /** Times in milliseconds since the epoch. The lease of an attempt that dies ends at `leaseUntil`. */
  begin(request: RequestIdentity, now: number, leaseUntil: number): Promise<Beginning>;
  /**
   * Stores the outcome of the attempt. Repeated calls change nothing. Returns false if another attempt has taken over
   * the lease.
   */
  end(attempt: Attempt, outcome: Outcome): Promise<boolean>;
  /**
   * Releases the lease, so that a retry can begin at once. The retry creates the same resource, because this attempt
   * may have created it before it failed.
   */
  release(attempt: Attempt): Promise<void>;
}
