/**
 * The index that the sweep reads: jobs that have not ended, or whose webhook is not in its queue yet, by the time of
 * their next check.
 */
export const openJobsIndex = 'open-jobs';
