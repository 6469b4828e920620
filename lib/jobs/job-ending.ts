import type { ErrorCode } from '../base/app-error.ts';
import type { WorkStart } from '../base/observability/work.ts';
import { parseTraceparent } from '../base/observability/trace-context.ts';
import type { WorkLog } from '../base/observability/work-log.ts';
import type { Job } from './job.ts';

/** How a job ended, by whoever ended it. */
export interface JobEnding {
  job: Job;
  /** Absent for a job that completed. */
  code?: ErrorCode;
}

/** What the log lines about a job have in common: also what the request was found by that made it. */
export const idsOfJob = ({ id, owner, origin }: Job): WorkStart => ({
  jobId: id,
  keyId: owner,
  requestId: origin?.requestId,
  trace: parseTraceparent(origin?.traceparent),
});

/**
 * Closes the work on a job that has ended, as a conversion that is counted.
 *
 * @param fields what else is to be said of it
 */
export function closeEnded(
  { job, code }: JobEnding,
  log: Pick<WorkLog, 'close'>,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  const { type, createdAt, startedAt } = job;
  const failed = code === 'internal-error';
  log.close(
    'job',
    { status: code ? 'failed' : 'completed', code, attempt: job.attempts, ...fields },
    {
      conversion: type,
      result: failed ? 'failed' : code ? 'refused' : 'completed',
      queueMilliseconds: startedAt ? Date.parse(startedAt) - Date.parse(createdAt) : undefined,
      ...(failed ? { failedJobs: 1 } : {}),
    },
  );
}
