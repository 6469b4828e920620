import { requireVariables } from '#lib/base/environment.ts';
import { formReader } from '#lib/http/form-reader.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { acceptedAgain, submitOffice } from '#lib/conversions/office/submit-office.ts';
import { openJobSubmission, submissionVariables } from '#lib/storage/open-job-stores.ts';
import { openLog } from '#lib/base/observability/work-log.ts';
import { contract } from '#lib/api/contracts/convert-xlsx.ts';

const variables = requireVariables(process.env, ...submissionVariables);
const stores = openJobSubmission(variables, process.env);
const logger = openLog(contract.name, process.env);
const options = {
  logger,
  admission: stores.admission,
  readForm: formReader(stores.uploads),
  repetition: { requests: stores.requests, answerAgain: acceptedAgain(stores) },
};

export const handler = httpEndpoint(contract, options, (request) => submitOffice('xlsx', request, stores));
