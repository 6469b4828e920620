import { requireVariables } from '#lib/base/environment.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { deleteJob, readJob } from '#lib/jobs/read-job.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { contract } from '#lib/api/contracts/delete-job.ts';
import { openJobs } from '#lib/storage/open-stores.ts';
import '#lib/storage/s3/sdk.ts';

const stores = openJobs(requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME'));
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, path }) => {
  await deleteJob(await readJob(principal.keyId, path.id, stores.jobs), stores);
  return { status: 204 };
});
