/** What one invocation at a time holds. */
export interface SlowLane {
  /**
   * @param now, until milliseconds since the epoch; the hold lapses at `until`
   * @returns the hold, or undefined when another sender has it
   */
  take(now: number, until: number): Promise<string | undefined>;
  /** Does nothing when the hold has lapsed and another sender has taken it. */
  release(hold: string): Promise<void>;
}
