/** The index that the sweep reads: jobs that have not ended, by the time when somebody should look at them. */
export const openJobsIndex = 'open-jobs';
