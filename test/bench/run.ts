import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../../cdk/bundle.ts';
import { assemble } from '#lib/pdf/assembly/assemble.ts';
import { openPdf } from '#lib/pdf/reader/open-pdf.ts';
import { startLocalRun } from '../support/local-run.ts';
import { makePdf } from '../support/pdf.ts';
import { functionProcesses } from './function-processes.ts';
import { measure, milliseconds, printRow, quantile } from './statistics.ts';

/** Measures what the service adds to the work itself. Prints; asserts nothing, since machines differ. */

const runs = 200;
const coldRuns = 5;
const stateDirectory = mkdtempSync(join(tmpdir(), 'file-conversion-bench-'));
const localRun = await startLocalRun(stateDirectory);
const { stack } = localRun;
const authorization = { authorization: `Bearer ${stack.keys.business}` };
const inputs = [await makePdf('A', 1), await makePdf('B', 3)];

function formOf(field: string, files: readonly Buffer[], texts: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const file of files) form.append(field, new Blob([new Uint8Array(file)]), 'input.pdf');
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  return form;
}

async function send(
  method: string,
  path: string,
  body?: FormData | string,
  headers: Record<string, string> = {},
) {
  const answer = await fetch(stack.baseUrl + path, {
    method,
    headers: { ...authorization, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const bytes = await answer.arrayBuffer();
  if (answer.status >= 500)
    throw new Error(`${method} ${path}: ${answer.status} ${Buffer.from(bytes).toString()}`);
  return Buffer.from(bytes);
}

const merge = (headers = {}) => send('POST', '/api/pdf/merge', formOf('files', inputs), headers);
const { id } = JSON.parse((await merge()).toString()) as { id: string };
const upload = JSON.stringify({ fileName: 'a.pdf', contentType: 'application/pdf', size: 1 });

const requests: Record<string, () => Promise<unknown>> = {
  'GET /api/health': () => send('GET', '/api/health'),
  'GET /openapi.json': () => send('GET', '/openapi.json'),
  'GET /api/files/{id}': () => send('GET', `/api/files/${id}`),
  'POST /api/uploads': () => send('POST', '/api/uploads', upload, { 'content-type': 'application/json' }),
  'POST /api/pdf/split (two parts)': () =>
    send('POST', '/api/pdf/split', formOf('file', inputs.slice(1), { ranges: '1,2-3' })),
  'POST /api/pdf/merge → bytes': () => merge({ accept: 'application/pdf' }),
  'POST /api/pdf/merge → JSON': () => merge(),
};

console.log(`\nWarm, ${runs} calls one after another (median, p95, ratio to the bare merge)\n`);
const bare = await measure(runs, () => {
  const sources = inputs.map((bytes) => openPdf(bytes));
  return Promise.resolve(
    assemble(sources.map((source) => ({ source, pages: source.pages.map((_, index) => index) }))),
  );
});
printRow(
  'merge of two small files, lib/pdf alone',
  milliseconds(quantile(bare, 0.5)),
  milliseconds(quantile(bare, 0.95)),
  '1.0 ×',
);
for (const [name, work] of Object.entries(requests)) {
  const times = await measure(runs, work);
  const ratio = `${(quantile(times, 0.5) / quantile(bare, 0.5)).toFixed(1)} ×`;
  printRow(name, milliseconds(quantile(times, 0.5)), milliseconds(quantile(times, 0.95)), ratio);
}

console.log(`\nCold: process spawn to answer, ${coldRuns} times each (median, max, ratio to a bare node)\n`);
const node = await measure(
  coldRuns,
  () => new Promise((resolve) => execFile(process.execPath, ['-e', '0'], resolve)),
);
printRow('node -e 0', milliseconds(quantile(node, 0.5)), milliseconds(quantile(node, 1)), '1.0 ×');
for (const [name, work] of Object.entries(requests)) {
  const times: number[] = [];
  for (let run = 0; run < coldRuns; run += 1) {
    for (const pid of functionProcesses(localRun)) process.kill(pid, 'SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 200));
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  const ratio = `${(quantile(times, 0.5) / quantile(node, 0.5)).toFixed(1)} ×`;
  printRow(name, milliseconds(quantile(times, 0.5)), milliseconds(quantile(times, 1)), ratio);
}

await localRun.stop();
rmSync(stateDirectory, { recursive: true, force: true });

console.log('\nBundles (kB, and what is largest in them)\n');
const { outputs } = await bundleFunctions();
for (const [file, { bytes, inputs: parts }] of Object.entries(outputs)) {
  if (!file.endsWith('.mjs')) continue;
  const packages = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(parts)) {
    const name = /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(path)?.[1] ?? 'own code';
    packages.set(name, (packages.get(name) ?? 0) + bytesInOutput);
  }
  const largest = [...packages].sort(([, a], [, b]) => b - a).slice(0, 4);
  printRow(file.split('/').at(-2) ?? file, String(Math.round(bytes / 1000)));
  console.log(`    ${largest.map(([name, size]) => `${name} ${Math.round(size / 1000)}`).join(', ')}`);
}
