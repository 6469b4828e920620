import { requireVariables } from '#lib/environment.ts';
import { deleteUpload } from '#lib/files/delete-upload.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/observability/work-log.ts';
import { openUploadStores } from '#lib/stores.ts';
import { contract } from './contract.ts';

const { BUCKET_NAME, JOBS_TABLE_NAME } = requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME');
const stores = openUploadStores(BUCKET_NAME, JOBS_TABLE_NAME);
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, path }) => {
  await deleteUpload(stores, principal.keyId, path.id);
  return { status: 204 };
});
