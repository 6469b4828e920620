import type { UpdateCommandInput } from '@aws-sdk/lib-dynamodb';

/** An update of a job's item. */
export type JobUpdate = Partial<UpdateCommandInput>;

/** The attempt `:attempt` holds the job. */
export const processingByAttempt = '#status = :processing AND attempts = :attempt';

export const notEnded = '#status IN (:queued, :processing)';
