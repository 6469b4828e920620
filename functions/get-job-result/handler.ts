import { requireVariables } from '#lib/base/environment.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { readJob, resultOf } from '#lib/jobs/read-job.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { contract } from '#lib/api/contracts/get-job-result.ts';
import { openJobs } from '#lib/storage/open-stores.ts';

const { jobs, files } = openJobs(requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME'));
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, path }) => {
  const file = resultOf(await readJob(principal.keyId, path.id, jobs));
  return { status: 303, headers: { location: await files.url(file) } };
});
