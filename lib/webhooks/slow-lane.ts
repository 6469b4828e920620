/** A lease that one invocation at a time can hold. */
export interface SlowLane {
  /**
   * @param now, until milliseconds since the epoch; the hold lapses at `until`
   * @returns the hold, or undefined if another sender has it
   */
  take(now: number, until: number): Promise<string | undefined>;
  /** Releases a hold. Does nothing if the hold has lapsed and another sender has taken the lane. */
  release(hold: string): Promise<void>;
}
