import * as z from 'zod';
import type { FileStore } from '../../files/file-store.ts';
import type { Replay } from '../../http/process-once.ts';
import { replayFiles } from '../../http/respond-with-files.ts';
import { json, type ServiceResponse } from '../../http/response.ts';
import type { Job } from '../../jobs/job.ts';
import type { JobStore } from '../../jobs/job-store.ts';
import { presentJob } from '../../jobs/present-job.ts';
import { readJob } from '../../jobs/read-job.ts';

/** The response with a job, for a replay. */
const jobSource = z.object({ job: z.string(), applied: z.string().optional() });

/**
 * Responds with an accepted job in its current state.
 *
 * @param response.applied the preference that was granted (RFC 7240), if any
 */
export async function respondAccepted(
  job: Job,
  files: Pick<FileStore, 'present'>,
  { baseUrl, applied }: { baseUrl: string; applied?: string | undefined },
): Promise<ServiceResponse> {
  const body = await presentJob(job, files, baseUrl);
  const headers = {
    location: body.links.self,
    'retry-after': '1',
    ...(applied === undefined ? {} : { 'preference-applied': applied }),
  };
  const source: z.input<typeof jobSource> = { job: job.id, applied };
  return { ...json(202, body, headers), source };
}

/** Replays the response of a conversion in the form of the first one: with its files, or with its job's current state. */
export const replayConversion = ({
  files,
  jobs,
}: {
  files: FileStore;
  jobs: Pick<JobStore, 'find'>;
}): Replay => {
  const replayWithFiles = replayFiles(files);
  return async (source, recipient) => {
    const accepted = jobSource.safeParse(source);
    if (!accepted.success) return replayWithFiles(source, recipient);
    const { owner, baseUrl } = recipient;
    const { job, applied } = accepted.data;
    return respondAccepted(await readJob(owner, job, jobs), files, { baseUrl, applied });
  };
};
