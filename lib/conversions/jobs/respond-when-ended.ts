import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredFile } from '../../files/file-record.ts';
import type { FileStore } from '../../files/file-store.ts';
import { respondWithStoredFile, respondWithStoredFiles } from '../../http/respond-with-files.ts';
import { respondAsync } from '../../http/request.ts';
import type { ServiceResponse } from '../../http/response.ts';
import { type HeldCalls, holdCall } from '../../jobs/hold-call.ts';
import { isTerminal, type Job, readableResult } from '../../jobs/job.ts';
import type { JobStore } from '../../jobs/job-store.ts';
import type { AcceptedJob } from '../../jobs/submit-job.ts';
import { preferredWait } from '../../jobs/wait-for-job.ts';
import { respondAccepted } from './respond-accepted.ts';
import type { JobCall } from './submit-conversion.ts';

/** A call that can wait for its job. */
export interface WaitingCall extends JobCall {
  accept: string;
  /** Size of the largest result that the response may contain, in bytes. */
  inlineBytes: number;
  /** Epoch milliseconds. */
  deadline: number;
  /** Makes the response with the results. Default: their descriptions, or the bytes of a single one. */
  receive?: ((results: readonly StoredFile[]) => Promise<ServiceResponse>) | undefined;
}

export interface WaitingStores {
  files: FileStore;
  held: HeldCalls;
  jobs: Pick<JobStore, 'find'>;
}

/** Milliseconds that the response waits for the confirmation of a job at the end of a wait. */
const confirmMilliseconds = 1_000;

/** Seconds of the deadline that remain for the response. */
const reservedSeconds = 3;

/**
 * Responds to a call that has submitted a job. With `Prefer: wait=N`, waits up to N seconds and responds with the result
 * if the job completes by then. In all other cases, responds with the job.
 *
 * A job that a worker has claimed meanwhile need not be confirmed: one write less.
 */
export async function respondWhenEnded(
  { job, confirm }: AcceptedJob,
  call: WaitingCall,
  { files, held, jobs }: WaitingStores,
): Promise<ServiceResponse> {
  const { principal, preferences, deadline, baseUrl } = call;
  const left = Math.ceil((deadline - Date.now()) / 1000) - reservedSeconds;
  const seconds = preferredWait(preferences, Math.max(0, left));
  if (seconds === undefined) {
    const applied = preferences.has(respondAsync) ? respondAsync : undefined;
    await confirm();
    return respondAccepted(job, files, { baseUrl, applied });
  }
  const until = Date.now() + seconds * 1000;
  const applied = `wait=${seconds}`;
  // A carried job has no record before it is claimed or stored.
  const read = async (): Promise<Job> => (await jobs.find(job.id)) ?? job;
  const counts = async (current: Job): Promise<void> => {
    // No worker was free for it. If storing it fails, the response does so again.
    if (current.carried && current.status === 'queued') await confirm().catch(() => undefined);
  };
  const respond = async (current: Job): Promise<ServiceResponse> => {
    // The client can read the job from now on.
    if (current.carried && !isTerminal(current.status)) await confirm();
    // Little time may be left. Without the confirmation, the sweep sends the job once more.
    else if (current.status === 'queued') {
      await Promise.race([confirm(), sleep(confirmMilliseconds, undefined, { ref: false })]);
    }
    const result = readableResult(current, new Date());
    const options = { ...call, files, headers: { 'preference-applied': applied } };
    if (result === undefined) return respondAccepted(current, files, { baseUrl, applied });
    if (call.receive) return call.receive([result].flat());
    return Array.isArray(result)
      ? respondWithStoredFiles(result, current.fileName || 'documents', options)
      : respondWithStoredFile(result, options);
  };
  return holdCall({ job, read, counts, respond, until }, principal, held);
}
