import type { Job } from './job.ts';
import type { JobStatus } from '../api/job-states.ts';

export interface JobPageRequest {
  owner: string;
  /** Only jobs made since then; ISO 8601. */
  since: string;
  /** Jobs of a page at most. */
  limit: number;
  status?: JobStatus | undefined;
  /** The job to go on after. */
  after?: Job | undefined;
}

/** Jobs in the order newest first; more of them follow `last`, if it is there. */
export interface JobPage {
  jobs: Job[];
  last: string | undefined;
}

/** Lists the jobs of an owner. It may be a moment behind the job store. */
export interface JobList {
  /** A page can have fewer jobs than its limit, or none, although more follow. */
  page(request: JobPageRequest): Promise<JobPage>;
}
