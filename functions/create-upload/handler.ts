import { Logger } from '@aws-lambda-powertools/logger';
import { AppError } from '#lib/app-error.ts';
import { requireVariables } from '#lib/environment.ts';
import { json } from '#lib/http/answer.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openUploads } from '#lib/stores.ts';
import { contract } from './contract.ts';

const { BUCKET_NAME, MAX_UPLOAD_MEGABYTES } = requireVariables(
  process.env,
  'BUCKET_NAME',
  'MAX_UPLOAD_MEGABYTES',
);
const uploads = openUploads(BUCKET_NAME);
const maxSize = Number(MAX_UPLOAD_MEGABYTES) * 1024 * 1024;
const logger = new Logger({ serviceName: contract.name });

export const handler = httpEndpoint(contract, { logger }, async ({ principal, json: file }) => {
  if (file.size > maxSize) {
    throw AppError.inField(
      'file-too-large',
      'size',
      `must be at most ${maxSize} bytes, the limit of this service`,
    );
  }
  return json(201, { ...(await uploads.create(principal.keyId, file)), maxSize });
});
