/** The index for lists: jobs by owner and time of creation. No other items have both attributes. */
export const ownerJobsIndex = 'owner-jobs';
