import { parsePlanCap } from '#lib/auth/plan-caps.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { json } from '#lib/http/response.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { holdCall } from '#lib/jobs/hold-call.ts';
import { isTerminal, type Job } from '#lib/jobs/job.ts';
import { preferredWait } from '#lib/jobs/wait-for-job.ts';
import { readJob } from '#lib/jobs/read-job.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { contract } from '#lib/api/contracts/get-job.ts';
import { presentJob } from '#lib/jobs/present-job.ts';
import { openJobs } from '#lib/storage/open-stores.ts';
import '#lib/storage/s3/sdk.ts';

const variables = requireVariables(
  process.env,
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'MAX_JOB_WAIT_SECONDS',
  'HELD_CALLS',
);
const { activity, jobs, files } = openJobs(variables);
const held = { activity, cap: parsePlanCap('heldCalls', variables) };
const maxWait = Number(variables.MAX_JOB_WAIT_SECONDS);
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(
  contract,
  { logger },
  async ({ principal, path, query, preferences, baseUrl, deadline }) => {
    const preferred = query.wait === undefined ? preferredWait(preferences, maxWait) : undefined;
    const seconds = Math.min(query.wait ?? preferred ?? 0, maxWait);
    const until = Math.min(Date.now() + seconds * 1000, deadline);
    const read = () => readJob(principal.keyId, path.id, jobs);
    const respond = async (job: Job) =>
      json(200, await presentJob(job, files, baseUrl), {
        ...(isTerminal(job.status) ? {} : { 'retry-after': '1' }),
        ...(preferred === undefined ? {} : { 'preference-applied': `wait=${preferred}` }),
      });
    return holdCall({ read, respond, until }, principal, held);
  },
);
