import { parsePlanCap } from '#lib/auth/plan-caps.ts';
import { requireVariables } from '#lib/base/environment.ts';
import { OpenUploads } from '#lib/files/open-uploads.ts';
import { byRoute } from '#lib/http/by-route.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import {
  replayUpload,
  replayUploads,
  respondWithUpload,
  respondWithUploads,
} from '#lib/http/respond-with-upload.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { openUploadStores } from '#lib/storage/open-stores.ts';
import { contract } from '#lib/api/contracts/create-upload.ts';
import { contract as batchContract } from '#lib/api/contracts/create-uploads.ts';
import '#lib/storage/s3/presigned-post.ts';
import '#lib/storage/s3/sdk.ts';

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
const logger = openLog(contract.name, process.env);
const { requests } = stores;

export const handler = byRoute({
  [contract.path]: httpEndpoint(
    contract,
    { logger, idempotency: { requests, replay: replayUpload(announcement) } },
    ({ principal, json: file, resourceId }) => respondWithUpload(principal, file, announcement, resourceId),
  ),
  [batchContract.path]: httpEndpoint(
    batchContract,
    { logger, idempotency: { requests, replay: replayUploads(announcement) } },
    ({ principal, json: { files }, resourceId }) =>
      respondWithUploads(principal, files, announcement, resourceId),
  ),
});
