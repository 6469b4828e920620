import { requireVariables } from '#lib/base/environment.ts';
import { json } from '#lib/http/response.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { readJob, resultOf } from '#lib/jobs/read-job.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { contract } from '#lib/api/contracts/get-job-result.ts';
import { openJobs } from '#lib/storage/open-stores.ts';
import '#lib/storage/s3/sdk.ts';

const { jobs, files } = openJobs(requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME'));
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, path }) => {
  const result = resultOf(await readJob(principal.keyId, path.id, jobs));
  // Several files have no single URL.
  if (Array.isArray(result)) return json(200, await Promise.all(result.map((file) => files.present(file))));
  return { status: 303, headers: { location: await files.url(result) } };
});
