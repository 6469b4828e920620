import { AppError } from '#lib/base/app-error.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { contract } from '#lib/api/contracts/not-found.ts';

const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, () =>
  Promise.reject(new AppError('not-found', 'The route does not exist. /openapi.json lists all routes.')),
);
