import type { Principal } from '../auth/authorizer.ts';
import type { RateStatus } from '../auth/rate-limit.ts';

/**
 * What a key has in progress. Each kind has a cap per plan:
 * - `running`: synchronous conversions
 * - `held`: calls that wait for a job
 * - `open`: jobs that have not ended
 */
export type ActivityKind = 'running' | 'held' | 'open';

/** Capacity that one conversion, call or job holds until it is released or lapses. */
export interface Slot {
  kind: ActivityKind;
  /** Sort key of the item that stores it. */
  item: string;
  /** Its name among the slots of its kind. */
  element: string;
}

export interface SlotRequest {
  /** The key's id. */
  owner: string;
  kind: ActivityKind;
  /** ULID of the conversion, call or job. */
  id: string;
  /** Milliseconds since the epoch from which an unreleased slot counts as free. */
  until: number;
  /** Slots of this kind that the owner may have. */
  limit: number;
}

/** A request for a slot for each of several ids. */
export interface SlotsRequest extends Omit<SlotRequest, 'id'> {
  ids: readonly string[];
}

/** What a conversion adds to its key's usage of the day. Sizes in bytes. */
export interface ConversionUsage {
  /** `merge-pdf`, `docx-to-pdf`: a contract's name or a job's type. */
  operation: string;
  /** Input documents; at least 1. */
  documents: number;
  bytesIn: number;
  bytesOut: number;
  milliseconds: number;
}

/** Of the given ids, those whose job has ended or was never created. */
export type FindEnded = (ids: readonly string[]) => Promise<readonly string[]>;

/** Counts what each key has in progress, exactly. */
export interface ActivityStore {
  /**
   * Takes a slot. A repeated id gets the same slot.
   *
   * @param findEnded finds slots whose holder failed to release them, before a request is rejected
   * @returns undefined if all slots are taken
   */
  take(request: SlotRequest, findEnded?: FindEnded): Promise<Slot | undefined>;
  /** As `take`, for several ids in as few writes as possible. Takes a slot for each id, in their order, or none. */
  takeAll(request: SlotsRequest, findEnded?: FindEnded): Promise<Slot[] | undefined>;
  /** Releases a slot, and adds the usage of the conversion that held it. Repeated calls change nothing. */
  release(owner: string, slot: Slot, usage?: ConversionUsage): Promise<void>;
  /** As `release`, for all slots of a conversion. */
  releaseAll(owner: string, slots: readonly Slot[], usage?: ConversionUsage): Promise<void>;
}

/** A call that was counted against the rate of its key. */
export interface AdmittedCall {
  rate: RateStatus;
  /** Undefined if all slots are taken. A call over the rate may have one. */
  slot: Slot | undefined;
}

/** Counts calls together with what their keys have in progress. */
export interface CallActivityStore extends ActivityStore {
  /** Counts a call as `RateLimiter.take` does, and takes a slot for it as `take` does: in one write, if possible. */
  admit(caller: Principal, request: SlotRequest): Promise<AdmittedCall>;
}
