import { Logger } from '@aws-lambda-powertools/logger';
import { json } from '#lib/http/answer.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { contract } from './contract.ts';
import openapi from './openapi.json' with { type: 'json' };

const logger = new Logger({ serviceName: contract.name });

export const handler = httpEndpoint(contract, { logger }, ({ baseUrl }) =>
  Promise.resolve(json(200, { ...openapi, servers: [{ url: baseUrl }] })),
);
