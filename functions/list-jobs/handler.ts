import { requireVariables } from '#lib/environment.ts';
import { json } from '#lib/http/answer.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { listJobs } from '#lib/jobs/list-jobs.ts';
import { openJobList } from '#lib/jobs/stores.ts';
import { openLog } from '#lib/observability/work-log.ts';
import { contract } from './contract.ts';

const stores = openJobList(requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME'));
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, baseUrl, query }) =>
  json(200, await listJobs({ owner: principal.keyId, baseUrl, ...query }, stores)),
);
