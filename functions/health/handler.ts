import { requireVariables } from '#lib/base/environment.ts';
import { json } from '#lib/http/response.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { contract } from '#lib/api/contracts/health.ts';

const { SERVICE_VERSION } = requireVariables(process.env, 'SERVICE_VERSION');
const logger = openLog(contract.name, process.env);

export const handler = httpEndpoint(contract, { logger }, () =>
  Promise.resolve(json(200, { status: 'ok', version: SERVICE_VERSION }, { 'cache-control': 'no-store' })),
);
