import type { ErrorCode } from '../base/app-error.ts';
import type { SpanStart } from '../base/observability/span.ts';
import { parseTraceparent } from '../base/observability/trace-context.ts';
import type { SpanLog } from '../base/observability/span-log.ts';
import type { Job } from './job.ts';

/** How a job ended, whichever function ended it. */
export interface JobEnding {
  job: Job;
  /** Absent for a job that completed. */
  code?: ErrorCode;
}

/** The ids that all log lines about a job have, including those of the request that created it. */
export const idsOfJob = ({ id, owner, origin }: Job): SpanStart => ({
  jobId: id,
  keyId: owner,
  requestId: origin?.requestId,
  trace: parseTraceparent(origin?.traceparent),
});

/**
 * Ends the span of a job that has ended, and counts it as a conversion unless it is a part of one.
 *
 * @param fields further fields of the log line
 */
export function closeEnded(
  { job, code }: JobEnding,
  log: Pick<SpanLog, 'close'>,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  const { type, createdAt, startedAt, parent } = job;
  const failed = code === 'internal-error';
  const outcome = { status: code ? 'failed' : 'completed', code, attempt: job.attempts, ...fields };
  if (parent) {
    log.close('part', { type, partOf: parent.id, ...outcome });
    return;
  }
  log.close('job', outcome, {
    conversion: type,
    result: failed ? 'failed' : code ? 'rejected' : 'completed',
    queueMilliseconds: startedAt ? Date.parse(startedAt) - Date.parse(createdAt) : undefined,
    ...(failed ? { failedJobs: 1 } : {}),
  });
}
