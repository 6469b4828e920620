import { Logger } from '@aws-lambda-powertools/logger';
import { splitPdf } from '#lib/conversions/split-pdf.ts';
import { PdfThread } from '#lib/conversions/pdf/pdf-thread.ts';
import { requireVariables } from '#lib/environment.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { formReader } from '#lib/http/form-reader.ts';
import { answerFiles, deliveryOf, filesAgain } from '#lib/http/file-answer.ts';
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
    const { file } = request.files;
    const fileName = request.fields.fileName || file.fileName || 'document.pdf';
    const parts = await splitPdf(
      { ...request.fields, file, fileName },
      { pdf, uploads, deadline: request.deadline },
    );
    return answerFiles(parts, fileName, deliveryOf(request, files));
  },
);
