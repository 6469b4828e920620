import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { httpByRequire } from '../../cdk/http-by-require.ts';

const folder = mkdtempSync(join(tmpdir(), 'http-by-require-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The modules of Node.js that a bundle loads, and its output. */
async function run(plugins: (typeof httpByRequire)[]): Promise<{ response: string; modules: string[] }> {
  const outfile = join(folder, `bundle-${plugins.length}.mjs`);
  await build({
    stdin: {
      contents: `
        import http, { STATUS_CODES } from 'node:http';
        import * as https from 'https';
        const response = [STATUS_CODES[404], typeof http.createServer, typeof https.request].join();
        console.log(JSON.stringify({ response, modules: process.moduleLoadList }));`,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    plugins,
    outfile,
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return JSON.parse(execFileSync(process.execPath, [outfile], { encoding: 'utf8' })) as Awaited<
    ReturnType<typeof run>
  >;
}

const fetchModule = /undici/;

test('bundles load HTTP without fetch, which an import would load', async () => {
  const required = await run([httpByRequire]);
  expect(required.response).toBe('Not Found,function,function');
  expect(required.modules.filter((name) => fetchModule.test(name))).toEqual([]);
  const imported = await run([]);
  expect(imported.response).toBe(required.response);
  expect(imported.modules.filter((name) => fetchModule.test(name))).not.toEqual([]);
});
