import type { RateStatus } from '../auth/rate-limit.ts';
import type { Slot } from './activity.ts';

/** An open job whose slot is taken when the call that submits it is counted: in one write, if possible. */
export interface ReservedJob {
  /** The ULID of the job. */
  ulid: string;
  /** The rate of the key after the call. */
  counted(): Promise<RateStatus>;
  /** Takes over the slot for the job; undefined if there was none, or the job has it already. */
  takeSlot(): Promise<Slot | undefined>;
  /** Releases the slot, unless the job has it. Never rejects: an unreleased slot is found when slots are scarce. */
  end(): Promise<void>;
}
