import { Logger } from '@aws-lambda-powertools/logger';
import { requireVariables } from '#lib/environment.ts';
import { json } from '#lib/http/answer.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { isTerminal } from '#lib/jobs/job.ts';
import { presentJob } from '#lib/jobs/job-response.ts';
import { readJob } from '#lib/jobs/read-job.ts';
import { openJobs } from '#lib/jobs/stores.ts';
import { contract } from './contract.ts';

const { jobs, files } = openJobs(requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME'));
const logger = new Logger({ serviceName: contract.name });

export const handler = httpEndpoint(contract, { logger }, async ({ principal, path, baseUrl }) => {
  const job = await readJob(principal.keyId, path.id, jobs);
  return json(
    200,
    await presentJob(job, files, baseUrl),
    isTerminal(job.status) ? {} : { 'retry-after': '1' },
  );
});
