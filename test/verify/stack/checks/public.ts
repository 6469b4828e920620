import assert from 'node:assert/strict';
import { contracts } from '#lib/api/contracts.ts';
import type { Check } from '../check.ts';
import { bytesOf, jsonOf } from '../responses.ts';

/** What the checks read of the OpenAPI description. */
interface Description {
  paths: Record<string, Record<string, { operationId?: string }>>;
  servers: { url: string }[];
}

export const publicChecks: readonly Check[] = [
  {
    title: '`GET /api/health` responds without a key',
    contract: true,
    operation: 'health',
    async run(target) {
      const response = await target.call('/api/health', { key: null });
      const { status, version } = await jsonOf<{ status: string; version: string }>(response);
      assert.equal(status, 'ok');
      return `version ${version}`;
    },
  },
  {
    title: '`GET /openapi.json` describes every operation',
    contract: true,
    operation: 'docs',
    async run(target) {
      const response = await target.call('/openapi.json', { key: null });
      const { paths } = await jsonOf<Description>(response);
      const described = Object.values(paths).flatMap((path) =>
        Object.values(path).flatMap(({ operationId }) => operationId ?? []),
      );
      for (const { name } of contracts) assert.ok(described.includes(name), `${name} is missing.`);
      return `${described.length} operations`;
    },
  },
  {
    title: 'The OpenAPI description contains the base URL of the request',
    // A proxy in front of the service can hide it.
    contract: false,
    async run(target) {
      const { servers } = await jsonOf<Description>(await target.call('/openapi.json', { key: null }));
      assert.equal(servers[0]?.url, target.options.baseUrl);
      return target.options.baseUrl;
    },
  },
  {
    title: '`GET /docs` returns the console, with its files',
    contract: true,
    operation: 'docs-page',
    async run(target) {
      const response = await target.call('/docs', { key: null });
      assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
      const page = Buffer.from(await bytesOf(response)).toString();
      const files = new Set(page.match(/docs\/[\w.-]+-[0-9A-Z]{8}\.(?:js|css)/g));
      assert.ok(files.size > 0, 'The page names no files.');
      for (const file of files) await bytesOf(await target.call(`/${file}`, { key: null }));
      return `the page and ${files.size} files`;
    },
  },
];
