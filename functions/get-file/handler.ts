import { requireVariables } from '#lib/base/environment.ts';
import { json } from '#lib/http/response.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { openFiles } from '#lib/storage/open-stores.ts';
import { contract } from '#lib/api/contracts/get-file.ts';
import '#lib/storage/s3/sdk.ts';

const { BUCKET_NAME, JOBS_TABLE_NAME } = requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME');
const files = openFiles(BUCKET_NAME, JOBS_TABLE_NAME);
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, path }) =>
  json(200, await files.present(await files.find(principal.keyId, path.id))),
);
