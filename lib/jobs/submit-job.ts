import type { InputFile } from '../files/input-file.ts';
import type { InputStore } from '../files/input-store.ts';
import { newId } from '../files/identifiers.ts';
import type { Job, JobType } from './job.ts';
import type { JobQueue } from './job-queue.ts';
import type { JobStore } from './job-store.ts';

/** Jobs are found for this long, in milliseconds. */
const lifetime = 7 * 24 * 3600 * 1000;

export interface JobRequest {
  owner: string;
  type: JobType;
  input: InputFile;
  fileName: string;
  options: Record<string, unknown>;
  password?: string;
}

/**
 * Accepts a job: input, record, message, in this order. From the record on the job is not lost: when the function
 * dies before the message, the sweep sends it; when sending fails, the job ends as failed and the error goes to the
 * client.
 */
export async function submitJob(
  request: JobRequest,
  { inputs, jobs, queue }: { inputs: InputStore; jobs: JobStore; queue: JobQueue },
): Promise<Job> {
  const { owner, type, input, fileName, options, password } = request;
  const id = newId('job');
  const now = new Date();
  const job: Job = {
    v: 1,
    id,
    owner,
    type,
    status: 'queued',
    createdAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + lifetime).toISOString(),
    attempts: 0,
    input: { ...(await inputs.keep(owner, id, input)), fileName: input.fileName, size: input.size },
    fileName,
    options,
    ...(password === undefined ? {} : { password }),
  };
  await jobs.create(job);
  try {
    await queue.send(id);
  } catch (error) {
    await jobs.abandon(id, { code: 'internal-error', detail: 'The job could not be queued.' }, new Date());
    throw error;
  }
  // If this fails the job is in the queue all the same, and the sweep at worst sends it twice.
  await jobs.markEnqueued(id, new Date()).catch(() => undefined);
  return job;
}
