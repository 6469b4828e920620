import { requireVariables } from '#lib/base/environment.ts';
import { byRoute } from '#lib/http/by-route.ts';
import { json } from '#lib/http/response.ts';
import { httpEndpoint } from '#lib/http/endpoint.ts';
import { openLog } from '#lib/base/observability/span-log.ts';
import { contract } from '#lib/api/contracts/health.ts';
import { healthContract, rootContract, versionContract } from '#lib/gotenberg/contracts/service-contracts.ts';
import { traceHeaders } from '#lib/gotenberg/http/trace.ts';

const { SERVICE_VERSION } = requireVariables(process.env, 'SERVICE_VERSION');
const logger = openLog(contract.name, process.env);
const forClientsOfGotenberg = { logger, headersFor: traceHeaders };
const uncached = { 'cache-control': 'no-store' };

export const handler = byRoute({
  [contract.path]: httpEndpoint(contract, { logger }, () =>
    Promise.resolve(json(200, { status: 'ok', version: SERVICE_VERSION }, uncached)),
  ),
  [rootContract.path]: httpEndpoint(rootContract, forClientsOfGotenberg, () =>
    Promise.resolve({
      status: 200,
      body: {
        text: 'This is an API. <a href="docs">Its documentation</a> describes how to call it.',
        contentType: 'text/html; charset=UTF-8',
      },
    }),
  ),
  [healthContract.path]: httpEndpoint(healthContract, forClientsOfGotenberg, () => {
    // Functions have no state: one that responds is up.
    const engine = { status: 'up', timestamp: new Date().toISOString() };
    const body = { status: 'up', details: { chromium: engine, libreoffice: engine } };
    return Promise.resolve(
      json(200, body, { ...uncached, 'content-type': 'application/json; charset=utf-8' }),
    );
  }),
  [versionContract.path]: httpEndpoint(versionContract, forClientsOfGotenberg, () =>
    Promise.resolve({
      status: 200,
      headers: uncached,
      body: { text: SERVICE_VERSION, contentType: 'text/plain; charset=UTF-8' },
    }),
  ),
});
