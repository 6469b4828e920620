/**
 * The index that the sweep reads: jobs that have not ended, or whose webhook is not in its queue yet, by the time when
 * somebody should look at them.
 */
export const openJobsIndex = 'open-jobs';
