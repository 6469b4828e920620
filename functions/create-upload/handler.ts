import { AppError } from '#lib/app-error.ts';
import { requireVariables } from '#lib/environment.ts';
import { newId } from '#lib/files/identifiers.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { answerUpload, uploadAgain } from '#lib/http/upload-answer.ts';
import { openLog } from '#lib/observability/work-log.ts';
import { openRequests, openUploads } from '#lib/stores.ts';
import { contract } from './contract.ts';

const { BUCKET_NAME, JOBS_TABLE_NAME, MAX_UPLOAD_MEGABYTES } = requireVariables(
  process.env,
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'MAX_UPLOAD_MEGABYTES',
);
const uploads = openUploads(BUCKET_NAME);
const maxSize = Number(MAX_UPLOAD_MEGABYTES) * 1024 * 1024;
const options = {
  logger: openLog(contract.name, process.env),
  repetition: { requests: openRequests(JOBS_TABLE_NAME), answerAgain: uploadAgain(uploads, maxSize) },
};

export const handler = httpEndpoint(contract, options, ({ principal, json: file, resourceId }) => {
  if (file.size > maxSize) {
    throw AppError.inField(
      'file-too-large',
      'size',
      `must be at most ${maxSize} bytes, the limit of this service`,
    );
  }
  return answerUpload(principal.keyId, { id: newId('upl', resourceId), ...file }, uploads, maxSize);
});
