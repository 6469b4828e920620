import { requireVariables } from '#lib/environment.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { deleteJob, readJob } from '#lib/jobs/read-job.ts';
import { openJobs } from '#lib/jobs/stores.ts';
import { openLog } from '#lib/observability/work-log.ts';
import { contract } from './contract.ts';

const stores = openJobs(requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME'));
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, path }) => {
  await deleteJob(await readJob(principal.keyId, path.id, stores.jobs), stores);
  return { status: 204 };
});
