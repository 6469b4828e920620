const seconds = 1000;
const minutes = 60 * seconds;

/** Milliseconds after which the sweep checks a job that has made no progress. */
export const sweepTimes = {
  /** Created, but not confirmed to be in the queue: its submitter may have died in between. */
  notEnqueued: 30 * seconds,
  /**
   * Carried, and stored because no worker had claimed it: its message is in the queue, but during a deployment a worker of an
   * earlier release may receive it, which cannot read it. Longer than the visibility timeout of the queue.
   */
  carriedNotStarted: 150 * seconds,
  /** In the queue and not started. By then its input has expired too. */
  notStarted: 24 * 60 * minutes,
  /** After the end of a worker's lease. */
  lapsedLease: 5 * seconds,
  /**
   * Ended, but its webhook is not confirmed to be in its queue: the function that ended the job may have died in
   * between.
   */
  webhookNotQueued: 30 * seconds,
  /**
   * Waiting for its parts: its worker may have died before it looked whether all of them had ended already.
   */
  partsAwaited: 30 * seconds,
  /** After the sweep sent the job again. */
  sentAgain: 15 * minutes,
} as const;
