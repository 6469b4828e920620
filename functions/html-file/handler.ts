import { Logger } from '@aws-lambda-powertools/logger';
import { requireVariables } from '#lib/environment.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { filesAgain } from '#lib/http/file-answer.ts';
import { formReader } from '#lib/http/form-reader.ts';
import { renderHtmlFile } from '#lib/rendering/render-file.ts';
import { openRendering, requireChromium } from '#lib/rendering/stores.ts';
import { contract } from './contract.ts';

const stores = openRendering(
  requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME', 'RENDERER_FUNCTION_NAME'),
);
const unavailable = process.env['CHROMIUM_UNAVAILABLE'];
const options = {
  logger: new Logger({ serviceName: contract.name }),
  rateLimiter: stores.rateLimiter,
  readForm: formReader(stores.uploads),
  repetition: { requests: stores.requests, answerAgain: filesAgain(stores.files) },
};

export const handler = httpEndpoint(contract, options, (request) => {
  requireChromium(unavailable);
  return renderHtmlFile(request, stores);
});
