/** The attempt `:attempt` holds the job. */
export const processingByAttempt = '#status = :processing AND attempts = :attempt';

export const notEnded = '#status IN (:queued, :processing)';
