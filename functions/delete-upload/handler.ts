import { requireVariables } from '#lib/base/environment.ts';
import { deleteUpload } from '#lib/files/delete-upload.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { openUploadStores } from '#lib/storage/open-stores.ts';
import { contract } from '#lib/api/contracts/delete-upload.ts';
import '#lib/storage/s3/sdk.ts';

const { BUCKET_NAME, JOBS_TABLE_NAME } = requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME');
const stores = openUploadStores(BUCKET_NAME, JOBS_TABLE_NAME);
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, async ({ principal, path }) => {
  await deleteUpload(stores, principal.keyId, path.id);
  return { status: 204 };
});
