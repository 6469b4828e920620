import { requireVariables } from '#lib/environment.ts';
import { formReader } from '#lib/http/form-reader.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { acceptedAgain, submitOffice } from '#lib/jobs/submit-office.ts';
import { openJobSubmission } from '#lib/jobs/stores.ts';
import { openLog } from '#lib/observability/work-log.ts';
import { contract } from './contract.ts';

const variables = requireVariables(process.env, 'BUCKET_NAME', 'JOBS_TABLE_NAME', 'OFFICE_QUEUE_URL');
const stores = openJobSubmission(variables, process.env);
const logger = openLog(contract.name, process.env);
const options = {
  logger,
  rateLimiter: stores.rateLimiter,
  readForm: formReader(stores.uploads),
  repetition: { requests: stores.requests, answerAgain: acceptedAgain(stores) },
};

export const handler = httpEndpoint(contract, options, (request) => submitOffice('docx', request, stores));
