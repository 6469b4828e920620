import { requireVariables } from '#lib/base/environment.ts';
import { siblingId } from '#lib/base/identifiers.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { contract } from '#lib/api/contracts/delete-file.ts';
import { openJobs } from '#lib/storage/open-stores.ts';
import '#lib/storage/s3/sdk.ts';

const { files, jobs } = openJobs(requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME'));
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, path }) => {
  const { jobId } = await files.delete(principal.keyId, path.id);
  // If the file is the result of a job, the job must no longer return it.
  const at = new Date();
  await (jobId === undefined
    ? jobs.markDeleted(siblingId('job', path.id), at)
    : jobs.markResultDeleted(jobId, path.id, at));
  return { status: 204 };
});
