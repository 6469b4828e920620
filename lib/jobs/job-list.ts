import type { Job } from './job.ts';
import type { JobStatus } from '../api/job-states.ts';

export interface JobPageRequest {
  owner: string;
  /** Only jobs created since then; ISO 8601. */
  since: string;
  /** Maximum number of jobs on a page. */
  limit: number;
  status?: JobStatus | undefined;
  /** The job after which the page starts. */
  after?: Job | undefined;
}

/** Jobs, newest first. If `last` is present, more jobs follow it. */
export interface JobPage {
  jobs: Job[];
  last: string | undefined;
}

/** Lists the jobs of an owner. The list may lag slightly behind the job store. */
export interface JobList {
  /** Returns a page. It can have fewer jobs than its limit, or none, although more follow. */
  page(request: JobPageRequest): Promise<JobPage>;
}
