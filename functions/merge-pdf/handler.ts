import { Logger } from '@aws-lambda-powertools/logger';
import { mergePdf } from '#lib/conversions/merge-pdf.ts';
import { PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';
import { requireVariables } from '#lib/environment.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { formReader } from '#lib/http/form-reader.ts';
import { answerFile, deliveryOf, filesAgain } from '#lib/http/file-answer.ts';
import { openConversionStores } from '#lib/stores.ts';
import { contract } from './contract.ts';

const { BUCKET_NAME, JOBS_TABLE_NAME, AWS_LAMBDA_FUNCTION_MEMORY_SIZE } = requireVariables(
  process.env,
  'BUCKET_NAME',
  'JOBS_TABLE_NAME',
  'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
);
const { files, uploads, rateLimiter, requests } = openConversionStores(BUCKET_NAME, JOBS_TABLE_NAME);
const pdf = new PdfThread(
  new URL('pdf-worker.mjs', import.meta.url),
  Number(AWS_LAMBDA_FUNCTION_MEMORY_SIZE),
);
const logger = new Logger({ serviceName: contract.name });

export const handler = httpEndpoint(
  contract,
  {
    logger,
    rateLimiter,
    readForm: formReader(uploads),
    repetition: { requests, answerAgain: filesAgain(files) },
  },
  async (request) => {
    const merged = await mergePdf(
      { ...request.fields, files: request.files.files },
      { pdf, uploads, deadline: request.deadline },
    );
    return answerFile(merged, deliveryOf(request, files));
  },
);
