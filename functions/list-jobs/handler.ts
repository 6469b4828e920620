import { requireVariables } from '#lib/base/environment.ts';
import { json } from '#lib/http/response.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { listJobs } from '#lib/jobs/list-jobs.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { contract } from '#lib/api/contracts/list-jobs.ts';
import { openJobList } from '#lib/storage/open-stores.ts';
import '#lib/storage/s3/sdk.ts';

const stores = openJobList(requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME'));
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, baseUrl, query }) =>
  json(200, await listJobs({ owner: principal.keyId, baseUrl, ...query }, stores)),
);
