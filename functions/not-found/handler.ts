import { Logger } from '@aws-lambda-powertools/logger';
import { AppError } from '#lib/app-error.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { contract } from './contract.ts';

const logger = new Logger({ serviceName: contract.name });

export const handler = httpEndpoint(contract, { logger }, () =>
  Promise.reject(new AppError('not-found', 'There is no such route. /openapi.json lists all routes.')),
);
