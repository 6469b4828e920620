import assert from 'node:assert/strict';
import { createApiKey } from '#lib/auth/api-key.ts';
import { contracts } from '#lib/api/contracts.ts';
import { type Check, NotAvailable } from '../check.ts';
import { isLocalAddress } from '../local-address.ts';
import { form, requireProblem } from '../responses.ts';
import type { Target } from '../target.ts';

/** Sends a file of that size. Lambda takes 6 MB in base64, API Gateway 10 MB. */
async function sendTooMuch(target: Target, megabytes: number): Promise<string> {
  const file = new File([new Uint8Array(megabytes * 1_000_000)], 'large.pdf');
  const body = form(['files', file]);
  await requireProblem(await target.call('/api/pdf/merge', { body }), 413, 'file-too-large');
  return `413 \`file-too-large\` for ${megabytes} MB`;
}

export const gatewayChecks: readonly Check[] = [
  {
    title: 'Calls without a valid key get a 401 problem',
    contract: true,
    needs: ['gateway-responses'],
    covers: ['gateway-content-type'],
    async run(target) {
      for (const key of [null, 'unknown', createApiKey()]) {
        const response = await target.call('/api/jobs', { key });
        assert.equal(response.headers.get('www-authenticate'), 'Bearer');
        await requireProblem(response, 401, 'unauthorized');
      }
      return '401 `application/problem+json` for a missing, a malformed and an unknown key';
    },
  },
  {
    title: 'Unknown paths get a 404 problem, with and without a key',
    contract: true,
    async run(target) {
      for (const key of [null, target.options.key]) {
        await requireProblem(await target.call('/api/unknown', { key }), 404, 'not-found');
      }
      return '404 `application/problem+json`';
    },
  },
  {
    title: 'A method that a path does not have gets a 404 problem, with and without a key',
    contract: true,
    needs: ['gateway-responses'],
    covers: ['bearer-signature'],
    async run(target) {
      for (const key of [null, target.options.key]) {
        const response = await target.call('/api/pdf/merge', { key, method: 'DELETE' });
        await requireProblem(response, 404, 'not-found');
      }
      return '404 `application/problem+json` for `DELETE /api/pdf/merge`';
    },
  },
  {
    title: 'Preflight requests get the methods and headers that pages may send',
    contract: true,
    needs: ['gateway-responses'],
    covers: ['preflight'],
    async run(target) {
      const paths = Map.groupBy(contracts, ({ path }) => path);
      for (const [path, group] of paths) {
        const response = await target.call(path.replace('{id}', 'none'), {
          method: 'OPTIONS',
          key: null,
          headers: {
            origin: 'https://elsewhere.example',
            'access-control-request-method': 'POST',
            'access-control-request-headers': 'authorization,idempotency-key',
          },
        });
        assert.equal(await response.text(), '');
        assert.equal(response.status, 204, `${path}: ${response.status}`);
        assert.equal(response.headers.get('access-control-allow-origin'), '*');
        const allowed = response.headers.get('access-control-allow-methods')?.split(', ') ?? [];
        assert.deepEqual(allowed.sort(), group.map(({ method }) => method).sort(), path);
        assert.match(response.headers.get('access-control-allow-headers') ?? '', /Authorization/);
        assert.match(response.headers.get('x-request-id') ?? '', /./);
      }
      return `204 for ${paths.size} paths`;
    },
  },
  {
    title: 'A request over the limit of Lambda gets a 413 problem',
    contract: true,
    needs: ['gateway-responses'],
    covers: ['gateway-limits'],
    run: (target) => sendTooMuch(target, 5),
  },
  {
    title: 'A request over the limit of API Gateway gets a 413 problem',
    // The gateway can close the connection before it has read the request.
    contract: false,
    needs: ['gateway-responses'],
    covers: ['gateway-limits'],
    run: (target) => sendTooMuch(target, 11),
  },
  {
    title: 'The service has a custom domain',
    contract: false,
    covers: ['custom-domain'],
    async run(target) {
      const { baseUrl } = target.options;
      const { hostname } = new URL(baseUrl);
      if (isLocalAddress(baseUrl) || hostname.endsWith('.amazonaws.com')) {
        throw new NotAvailable('The base URL is not that of a custom domain.');
      }
      const response = await target.call('/api/health', { key: null });
      assert.equal(response.status, 200);
      return `it responds at ${hostname}`;
    },
  },
];
