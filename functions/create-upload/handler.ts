import { parsePlanCap } from '#lib/auth/plan-caps.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { newId } from '#lib/base/identifiers.ts';
import { OpenUploads } from '#lib/files/open-uploads.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { respondWithUpload, replayUpload } from '#lib/http/respond-with-upload.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { openUploadStores } from '#lib/storage/open-stores.ts';
import { contract } from '#lib/api/contracts/create-upload.ts';

const { BUCKET_NAME, JOBS_TABLE_NAME, MAX_UPLOAD_MEGABYTES } = requireVariables(
  process.env,
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'MAX_UPLOAD_MEGABYTES',
);
const stores = openUploadStores(BUCKET_NAME, JOBS_TABLE_NAME);
const announcement = {
  uploads: stores.uploads,
  openUploads: new OpenUploads(stores, parsePlanCap('openUploadMegabytes', process.env)),
  maxSize: Number(MAX_UPLOAD_MEGABYTES) * 1024 * 1024,
};
const options = {
  logger: openLog(contract.name, process.env),
  idempotency: { requests: stores.requests, replay: replayUpload(announcement) },
};

export const handler = httpEndpoint(contract, options, ({ principal, json: file, resourceId }) =>
  respondWithUpload(principal, { id: newId('upl', resourceId), ...file }, announcement),
);
