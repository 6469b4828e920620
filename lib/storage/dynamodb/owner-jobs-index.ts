/** The index that lists are read from: jobs by owner and time of creation. Nothing else has both attributes. */
export const ownerJobsIndex = 'owner-jobs';
