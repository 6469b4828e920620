const seconds = 1000;
const minutes = 60 * seconds;

/** After how many milliseconds the sweep looks at a job that has not moved on. */
export const sweepTimes = {
  /** Made, but not known to be in the queue: its submitter may have died in between. */
  notEnqueued: 30 * seconds,
  /** In the queue and not started; by then its input has expired, too. */
  notStarted: 24 * 60 * minutes,
  /** After the end of a worker's lease. */
  lapsedLease: 5 * seconds,
  /** Ended, but its webhook is not known to be in its queue: who ended it may have died in between. */
  webhookNotQueued: 30 * seconds,
  /** After it was sent again. */
  sentAgain: 15 * minutes,
} as const;
