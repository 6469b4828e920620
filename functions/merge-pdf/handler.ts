import { Logger } from '@aws-lambda-powertools/logger';
import { mergePdf } from '#lib/conversions/merge-pdf.ts';
import { requireVariables } from '#lib/environment.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { formReader } from '#lib/http/form-reader.ts';
import { answerFile } from '#lib/http/file-answer.ts';
import { openConversionStores } from '#lib/stores.ts';
import { contract } from './contract.ts';

const { BUCKET_NAME, JOBS_TABLE_NAME } = requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME');
const { files, uploads, rateLimiter } = openConversionStores(BUCKET_NAME, JOBS_TABLE_NAME);
const logger = new Logger({ serviceName: contract.name });

export const handler = httpEndpoint(
  contract,
  { logger, rateLimiter, readForm: formReader(uploads) },
  async (request) => {
    const merged = await mergePdf({ files: request.files.files, fileName: request.fields.fileName }, uploads);
    return answerFile(merged, { owner: request.principal.keyId, accept: request.accept, files });
  },
);
